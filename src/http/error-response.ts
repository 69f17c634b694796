import type { Response } from 'express';
import type { DomainError, ErrorKind } from '../kernel/errors.js';
import { PreconditionFailed } from './conditions.js';
import { sendJson } from './json-reply.js';

const STATUS: Readonly<Record<ErrorKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  not_acceptable: 406,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  rate_limited: 429,
  defect: 500,
  unavailable: 503,
};

/** Headers that tell the client what to do next. */
const HEADERS: Readonly<Partial<Record<ErrorKind, Readonly<Record<string, string>>>>> = {
  unauthenticated: { 'WWW-Authenticate': 'ApiKey realm="Support Desk"' },
  unavailable: { 'Retry-After': '1' },
};

/** Answers with an error in its one shape (decisions, section 2). */
export function sendError(response: Response, error: DomainError): void {
  response.status(STATUS[error.kind]).set({ ...headersOf(error), 'Cache-Control': 'no-store' });
  sendJson(response, bodyOf(error));
}

function headersOf(error: DomainError): Readonly<Record<string, string>> {
  if (error instanceof PreconditionFailed) return { ETag: error.currentTag };
  return HEADERS[error.kind] ?? {};
}

function bodyOf(error: DomainError): object {
  if (error.kind === 'unauthenticated') return { error: error.message };
  const body = { error: error.message, code: error.code };
  if (error.kind !== 'invalid') return body;
  return { ...body, field_errors: error.problems.map(({ path, message }) => ({ field: path, message })) };
}
