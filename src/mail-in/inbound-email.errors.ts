import { DomainError } from '../kernel/errors.js';

/** The error 404, also for a mail of another workspace. */
export function inboundEmailNotFound(): DomainError {
  return new DomainError('not_found', 'inbound_email_not_found', 'There is no such inbound email.');
}

/** The error 410 for the bytes of a mail that are not kept any more. */
export function bytesNotKept(): DomainError {
  return new DomainError('gone', 'bytes_not_kept', 'The bytes of this mail are not kept any more.');
}

/** The error 409: only a suspended mail can be released. */
export function alreadyAccepted(): DomainError {
  return new DomainError(
    'conflict',
    'already_accepted',
    'This mail is not suspended, so it cannot be released.',
  );
}

export function emailTooLarge(limitMb: number): DomainError {
  return new DomainError('too_large', 'email_too_large', `A mail must be ${limitMb} MB or smaller.`);
}

/** The error 415: the body is something else, or is compressed. */
export function notAMail(): DomainError {
  const message = 'The body must be message/rfc822, and not compressed.';
  return new DomainError('unsupported_media_type', 'unsupported_media_type', message);
}
