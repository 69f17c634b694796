/** A problem of a request, and where it is: such as `ticket_fields.Country`. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export interface ErrorFacts {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly fieldErrors?: readonly FieldError[];
  readonly requestId?: string | null;
  readonly response?: Response;
  readonly cause?: unknown;
}

/** A request that was refused, or had no answer. */
export class DeskError extends Error {
  override readonly name: string = 'DeskError';
  /** The status of the answer; 0 when there was none. */
  readonly status: number;
  /** A stable word for programs. */
  readonly code: string;
  /** Every problem of a request that is invalid. */
  readonly fieldErrors: readonly FieldError[];
  /** Helps the operator to find the request in the log. */
  readonly requestId: string | null;
  readonly response: Response | undefined;

  constructor({ status, code, message, fieldErrors, requestId, response, cause }: ErrorFacts) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.fieldErrors = fieldErrors ?? [];
    this.requestId = requestId ?? null;
    this.response = response;
  }
}

/** There was no answer: a write that has an `Idempotency-Key` can be sent again with it. */
export class ConnectionError extends DeskError {
  override readonly name = 'ConnectionError';
}
/** 304: it has not changed since `ifNoneMatch`. */
export class NotModifiedError extends DeskError {
  override readonly name = 'NotModifiedError';
}
/** 401: the key is not valid. */
export class AuthenticationError extends DeskError {
  override readonly name = 'AuthenticationError';
}
/** 403: the key lacks a scope. */
export class PermissionError extends DeskError {
  override readonly name = 'PermissionError';
}
export class NotFoundError extends DeskError {
  override readonly name = 'NotFoundError';
}
export class ConflictError extends DeskError {
  override readonly name = 'ConflictError';
}
/** 410: it is not kept any more, such as events after a position of long ago. */
export class GoneError extends DeskError {
  override readonly name = 'GoneError';
}
/** 412: somebody else has changed it since `ifMatch`. */
export class PreconditionFailedError extends DeskError {
  override readonly name = 'PreconditionFailedError';
}
/** 422: `fieldErrors` lists every problem. */
export class InvalidRequestError extends DeskError {
  override readonly name = 'InvalidRequestError';
}
/** 429: more requests than the key may send. */
export class RateLimitedError extends DeskError {
  override readonly name = 'RateLimitedError';
}
/** 500 and above: the service or something before it has failed. */
export class UnavailableError extends DeskError {
  override readonly name = 'UnavailableError';
}

const CLASSES: Readonly<Record<number, typeof DeskError>> = {
  304: NotModifiedError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  412: PreconditionFailedError,
  422: InvalidRequestError,
  429: RateLimitedError,
};

interface Refusal {
  readonly error?: unknown;
  readonly code?: unknown;
  readonly field_errors?: readonly FieldError[];
}

/** The error that an answer tells of. Something before the service may have made it, so its text need not be JSON. */
export function errorOf(response: Response, text: string): DeskError {
  const { status } = response;
  const { error, code, field_errors: fieldErrors } = refusalIn(text);
  const Class = status >= 500 ? UnavailableError : (CLASSES[status] ?? DeskError);
  return new Class({
    status,
    code: typeof code === 'string' ? code : codeOf(status),
    message: typeof error === 'string' ? error : `The answer has the status ${status}.`,
    ...(Array.isArray(fieldErrors) && { fieldErrors }),
    requestId: response.headers.get('x-request-id'),
    response,
  });
}

function codeOf(status: number): string {
  if (status === 304) return 'not_modified';
  return status === 401 ? 'unauthorized' : `status_${status}`;
}

function refusalIn(text: string): Refusal {
  try {
    return (JSON.parse(text) ?? {}) as Refusal;
  } catch {
    return {};
  }
}
