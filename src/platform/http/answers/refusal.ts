import { DomainError, type ErrorKind } from '../../../kernel/errors.js';

/** A refusal can have headers besides those of its kind. */
export class RefusalWithHeaders extends DomainError {
  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super(kind, code, message);
  }
}

/** `Retry-After` tells in how many seconds the client may try again. */
export class RetryLater extends RefusalWithHeaders {
  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    readonly seconds: number,
  ) {
    super(kind, code, message, { 'Retry-After': String(seconds) });
  }
}

/** Makes a 400: the body is not what its headers say. */
export function malformedBody(message: string, cause?: unknown): DomainError {
  return new DomainError('malformed', 'malformed_body', message, [], { cause });
}

/** Makes a 400: the request line or the headers break a rule of HTTP. */
export function malformedRequest(message: string): DomainError {
  return new DomainError('malformed', 'malformed_request', message);
}

export function tooManyHeaders(most: number): DomainError {
  const message = `The request has more than ${most} headers.`;
  return new DomainError('headers_too_large', 'headers_too_large', message);
}

export function unsupportedMediaType(): DomainError {
  const message = 'The body must be application/json in UTF-8, and not compressed.';
  return new DomainError('unsupported_media_type', 'unsupported_media_type', message);
}
