import { DomainError } from '../kernel/errors.js';

/** Makes a 401 for every key that is not among `ADMIN_KEYS`, and when there is none. */
export function adminKeyRefused(): DomainError {
  return new DomainError(
    'unauthenticated',
    'authentication_failed',
    'Authentication failed: invalid admin key.',
  );
}

/** Makes a 403: a page of another host has led a browser here. */
export function foreignHost(): DomainError {
  const message = 'The Host is neither localhost, nor an address, nor one of ADMIN_ALLOWED_HOSTS.';
  return new DomainError('forbidden', 'foreign_host', message);
}

export function foreignOrigin(): DomainError {
  return new DomainError('forbidden', 'foreign_origin', 'No page of another origin may use this listener.');
}
