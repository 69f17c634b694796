import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError, type ErrorKind } from '../kernel/errors.js';

const STATUS: Readonly<Record<ErrorKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  not_found: 404,
  not_acceptable: 406,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  defect: 500,
  unavailable: 503,
};

/** Headers that tell the client what to do next. */
const HEADERS: Readonly<Partial<Record<ErrorKind, Readonly<Record<string, string>>>>> = {
  unauthenticated: { 'WWW-Authenticate': 'ApiKey realm="Support Desk"' },
  unavailable: { 'Retry-After': '1' },
};

/** Where everything that is thrown ends: one shape, nothing internal (decisions, section 2). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const error = toDomainError(thrown);
    if (error.kind === 'defect' || error.kind === 'unavailable')
      this.report(thrown, error, http.getRequest());
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response
      .status(STATUS[error.kind])
      .set(HEADERS[error.kind] ?? {})
      .json(bodyOf(error));
  }

  private report(thrown: unknown, error: DomainError, request: Request): void {
    const cause = error.cause ?? thrown;
    const shown = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    this.logger.error({ requestId: request.id, code: error.code, error: shown });
  }
}

function toDomainError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  const status =
    thrown instanceof HttpException ? thrown.getStatus() : (thrown as { status?: unknown } | null)?.status;
  if (status === 404) return routeNotFound();
  if (status === 400)
    return new DomainError('malformed', 'malformed_request', 'The request address is malformed.');
  return new DomainError('defect', 'internal_error', 'The service failed; the failure was recorded.', [], {
    cause: thrown,
  });
}

function routeNotFound(): DomainError {
  return new DomainError('not_found', 'route_not_found', 'There is no such route.');
}

function bodyOf(error: DomainError): object {
  if (error.kind === 'unauthenticated') return { error: error.message };
  const body = { error: error.message, code: error.code };
  if (error.kind !== 'invalid') return body;
  return { ...body, field_errors: error.problems.map(({ path, message }) => ({ field: path, message })) };
}
