import { DomainError } from '../../../kernel/errors.js';

/** 400: the body is not what its headers say. */
export function malformedBody(message: string, cause?: unknown): DomainError {
  return new DomainError('malformed', 'malformed_body', message, [], { cause });
}

/** 400: the request line or the headers break a rule of HTTP. */
export function malformedRequest(message: string): DomainError {
  return new DomainError('malformed', 'malformed_request', message);
}

/** 431 */
export function tooManyHeaders(most: number): DomainError {
  const message = `The request has more than ${most} headers.`;
  return new DomainError('headers_too_large', 'headers_too_large', message);
}

/** 415 */
export function unsupportedMediaType(): DomainError {
  const message = 'The body must be application/json in UTF-8, and not compressed.';
  return new DomainError('unsupported_media_type', 'unsupported_media_type', message);
}
