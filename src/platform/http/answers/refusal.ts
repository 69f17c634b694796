import { DomainError, errors, type ErrorKind } from '../../../kernel/errors.js';

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

export const malformedAddress = (): DomainError => malformedRequest('The request address is malformed.');

export const requestTooLate = errors.late('request_timeout', 'The request took too long to arrive.');

export const tooManyHeaders = errors.headers_too_large(
  'headers_too_large',
  (most: number) => `The request has more than ${most} headers.`,
  200,
);

export const bodyTooLarge = errors.too_large(
  'body_too_large',
  (limit: number) => `The body is larger than ${limit} bytes.`,
  1024 * 1024,
);

export const unsupportedMediaType = errors.unsupported_media_type(
  'unsupported_media_type',
  'The body must be application/json in UTF-8, and not compressed.',
);

/** Makes a 500. The log gets the cause. */
export function internalError(cause?: unknown): DomainError {
  const message = 'The service failed; the failure was recorded.';
  return new DomainError('defect', 'internal_error', message, [], { cause });
}
