import { errors, type DomainError, invalidAt } from '../kernel/errors.js';

/** Makes a 401 for every key that is not among `ADMIN_KEYS`, and for a request without a key. */
export const adminKeyRefused = errors.unauthenticated(
  'authentication_failed',
  'Authentication failed: invalid admin key.',
);

/** Makes a 403: a page of another host made a browser send the request. */
export const foreignHost = errors.forbidden(
  'foreign_host',
  'The Host is neither localhost, nor an address, nor one of ADMIN_ALLOWED_HOSTS.',
);

export const foreignOrigin = errors.forbidden(
  'foreign_origin',
  'No page of another origin may use this listener.',
);

export const notConfirmed = (): DomainError =>
  invalidAt('confirm', 'must repeat the subdomain of the address');
