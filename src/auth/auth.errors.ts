import { DomainError } from '../kernel/errors.js';
import type { KeyScope } from '../kernel/key-scopes.js';

/** 401, the same bytes for every reason (specification, section 7; decisions, section 1). */
export function authenticationFailed(): DomainError {
  return new DomainError(
    'unauthenticated',
    'authentication_failed',
    'Authentication failed: invalid API key.',
  );
}

/** 403: the key is good, but not for this. */
export function missingScope(scope: KeyScope): DomainError {
  return new DomainError('forbidden', 'missing_scope', `This API key lacks the scope ${scope}.`);
}

export function apiKeyNotFound(id: string): DomainError {
  return new DomainError('not_found', 'api_key_not_found', `There is no API key ${id}.`);
}

export function apiKeyNotRevocable(id: string): DomainError {
  return new DomainError(
    'not_found',
    'api_key_not_found',
    `There is no API key ${id} that could be revoked.`,
  );
}

/** `reason` completes "The API key ...". */
export function apiKeyNotRotatable(id: string, reason: string): DomainError {
  return new DomainError('invalid', 'api_key_not_rotatable', `The API key ${id} ${reason}.`);
}
