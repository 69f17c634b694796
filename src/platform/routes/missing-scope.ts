import type { DeclaredScope } from '../../app/features.js';
import { errors } from '../../kernel/errors.js';

/** Makes a 403: the key is valid and lacks the scope. */
export const missingScope = errors.forbidden(
  'missing_scope',
  (scope: DeclaredScope) => `This API key lacks the scope ${scope}.`,
  'tickets:read',
);
