import { errors, inState, notFound } from '../kernel/errors.js';

export const inboundEmailNotFound = notFound('inbound email');

export const bytesNotKept = errors.gone('bytes_not_kept', 'The bytes of this mail are not kept any more.');

export const alreadyAccepted = inState(
  'The mail is not suspended.',
  errors.conflict('already_accepted', 'This mail is not suspended, so it cannot be released.'),
);

export const emailTooLarge = errors.too_large(
  'email_too_large',
  (limitMb: number) => `A mail must be ${limitMb} MB or smaller.`,
  25,
);

/** The error 415: the body is something else, or is compressed. */
export const notAMail = errors.unsupported_media_type(
  'unsupported_media_type',
  'The body must be message/rfc822, and not compressed.',
);
