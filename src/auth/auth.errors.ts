import { DomainError, errors, inState } from '../kernel/errors.js';
import { RetryLater } from '../platform/http/answers/refusal.js';
import { counted } from '../kernel/text.js';

/** Makes a 401, which has the same bytes for every reason [spec 7] [rule 1]. */
export const authenticationFailed = errors.unauthenticated(
  'authentication_failed',
  'Authentication failed: invalid API key.',
);

/** Makes a 429: the key has sent more requests in a minute than it may. */
export const tooManyRequests = errors.rate_limited(
  'rate_limited',
  (seconds: number) =>
    `This API key has sent too many requests, please try again in ${counted(seconds, 'second')}.`,
  12,
);

/** Makes a 429: one request counts as more requests than its key may send in a minute, so waiting alone does not help [rule 32]. */
export function neverEnoughRequests(counted: number, limit: number): DomainError {
  const message = `This request counts as ${counted} requests, and this API key may send ${limit} in a minute: send fewer operations at once.`;
  return new DomainError('rate_limited', 'rate_limited', message);
}

/** Makes a 429: a session has sent more requests in a minute than it may. */
export const tooManyRequestsOfSession = errors.rate_limited(
  'rate_limited',
  (seconds: number) => `Too many requests, please try again in ${counted(seconds, 'second')}.`,
  12,
);

/** Makes a 429: too many requests of the key run and wait. */
export function tooManyRequestsAtOnce(): DomainError {
  return new RetryLater(
    'rate_limited',
    'too_many_requests_at_once',
    'This API key has too many requests under way at once, please wait for some of their answers.',
    1,
  );
}

/** Makes a 429, which further failures of a client address get in place of 401 until the minute is over. */
export const tooManyFailedAuthentications = errors.rate_limited(
  'too_many_failed_authentications',
  (seconds: number) =>
    `Authentication failed too often from this address, please try again in ${counted(seconds, 'second')}.`,
  12,
);

export function noSuchMember(email: string): DomainError {
  return new DomainError('not_found', 'team_member_not_found', `There is no active team member ${email}.`);
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

export const keyExists = inState(
  'A live key has the name and another digest, or the digest was used before.',
  errors.conflict(
    'key_exists',
    (name: string) =>
      `There is another key "${name}", or the digest was used before: delete that key, or take another name or digest.`,
    'Website',
  ),
);

/** Makes a 409: a key speaks for the same team member as long as it lives. */
export function keySpeaksForAnother(name: string): DomainError {
  const message = `The key "${name}" cannot speak for another team member than it did: delete it, and make another one.`;
  return new DomainError('conflict', 'key_exists', message);
}

export const keyNameAmbiguous = inState(
  'Several live keys have the name.',
  errors.conflict(
    'key_name_ambiguous',
    (name: string) => `Several keys have the name "${name}": use \`desk keys rotate\` with the id of one.`,
    'Website',
  ),
);
