import { DomainError } from '../kernel/errors.js';

/** 400: the bytes of the body are not what they are said to be. */
export function malformedBody(message: string, cause?: unknown): DomainError {
  return new DomainError('malformed', 'malformed_body', message, [], { cause });
}

/** 400: the request line or the headers are not what HTTP asks for. */
export function malformedRequest(message: string): DomainError {
  return new DomainError('malformed', 'malformed_request', message);
}

/** 415 */
export function unsupportedMediaType(): DomainError {
  return new DomainError(
    'unsupported_media_type',
    'unsupported_media_type',
    'The body must be application/json in UTF-8, and not compressed.',
  );
}
