import type { Request, Response } from 'express';
import { AttachedValue } from '../../../kernel/attached-value.js';
import type { DomainError, ErrorKind } from '../../../kernel/errors.js';
import { RefusalWithHeaders } from './refusal.js';
import { Reply, sendReply } from './reply.js';

export const STATUS: Readonly<Record<ErrorKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  late: 408,
  in_progress: 409,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  invalid: 422,
  rate_limited: 429,
  headers_too_large: 431,
  defect: 500,
  unavailable: 503,
};

/** A client may send its key under these names. */
const CHALLENGE =
  'ApiKey realm="Support Desk", headers="X-Api-Key Session-Token Authorization", Bearer realm="Support Desk"';

const HEADERS: Readonly<Partial<Record<ErrorKind, Readonly<Record<string, string>>>>> = {
  unauthenticated: { 'WWW-Authenticate': CHALLENGE },
  in_progress: { 'Retry-After': '1' },
  unavailable: { 'Retry-After': '1' },
};

interface ErrorBody {
  readonly error: string;
  readonly code?: string;
  readonly field_errors?: { field: string; message: string }[];
}

/** Shows an error to the sender of the request. */
type ShowError = (request: Request, response: Response, error: DomainError) => void;

const showing = new AttachedValue<Request, ShowError>('showError');

/** Lets a route show its errors in another shape, such as pages for people. */
export function showErrorsBy(request: Request, show: ShowError): void {
  showing.attach(request, show);
}

/** Answers a request with an error, in the one shape for programs unless its route shows errors itself [rule 2]. */
export function answerError(request: Request, response: Response, error: DomainError): void {
  const show = showing.of(request);
  if (show) show(request, response, error);
  else sendReply(response, refusalOf(error));
}

export function refusalOf(error: DomainError): Reply {
  const own = error instanceof RefusalWithHeaders ? error.headers : HEADERS[error.kind];
  const headers = { ...own, 'Cache-Control': 'no-store' };
  return new Reply(STATUS[error.kind], headers, JSON.stringify(errorBodyOf(error)));
}

/** Shows an error to programs. Problems come with a request that is invalid. */
export function errorBodyOf(error: DomainError): ErrorBody {
  if (error.kind === 'unauthenticated') return { error: error.message };
  const body = { error: error.message, code: error.code };
  if (error.kind !== 'invalid') return body;
  return { ...body, field_errors: error.problems.map(({ path, message }) => ({ field: path, message })) };
}
