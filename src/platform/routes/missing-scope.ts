import type { DeclaredScope } from '../../app/features.js';
import { DomainError } from '../../kernel/errors.js';

/** Makes a 403: the key is valid and lacks the scope. */
export function missingScope(scope: DeclaredScope): DomainError {
  return new DomainError('forbidden', 'missing_scope', `This API key lacks the scope ${scope}.`);
}
