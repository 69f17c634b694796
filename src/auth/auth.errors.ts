import { DomainError } from '../kernel/errors.js';

/** 401, the same bytes for every reason (specification, section 7; decisions, section 1). */
export function authenticationFailed(): DomainError {
  return new DomainError(
    'unauthenticated',
    'authentication_failed',
    'Authentication failed: invalid API key.',
  );
}

export function apiKeyNotFound(id: string): DomainError {
  return new DomainError(
    'not_found',
    'api_key_not_found',
    `There is no API key ${id} that could be revoked.`,
  );
}
