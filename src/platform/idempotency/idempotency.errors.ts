import { DomainError, errors } from '../../kernel/errors.js';
import { RetryLater } from '../http/answers/refusal.js';

export const malformedIdempotencyKey = errors.malformed(
  'malformed_header',
  'The header Idempotency-Key must be one string of 1 to 255 printable ASCII characters, best a UUID in double quotes.',
);

export const keepsNoReply = errors.malformed(
  'malformed_header',
  'This operation keeps no reply: send the request without Idempotency-Key.',
);

/** Makes a 409: the client gets the reply when it sends the request again a little later. */
export const requestInProgress = errors.in_progress(
  'request_in_progress',
  'A request with this Idempotency-Key is still running.',
);

export function idempotencyKeyReused(): DomainError {
  return new DomainError(
    'invalid',
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request: its method, address, conditions or body differ.',
    [{ path: 'Idempotency-Key', message: 'was used for another request' }],
  );
}

/** Makes a 429: nothing of the request was done. */
export function tooManyKeptReplies(seconds: number): DomainError {
  return new RetryLater(
    'rate_limited',
    'idempotency_quota_exceeded',
    `The answers that are kept for this workspace's Idempotency-Keys of the last hour take too much room, please try again in ${seconds} seconds.`,
    seconds,
  );
}
