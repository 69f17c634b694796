import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../kernel/errors.js';
import { sendError } from './error-response.js';
import { sendReply } from './json-reply.js';
import { Replay, takeKeeper } from './kept-replies.js';
import { malformedRequest } from './malformed.errors.js';

/** Where everything that is thrown ends: one shape, nothing internal (decisions, section 2). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    if (thrown instanceof Replay) {
      response.setHeader('Idempotent-Replayed', 'true');
      sendReply(response, thrown.reply);
      return;
    }
    const answer = (error: unknown): void => {
      this.answer(error, http.getRequest(), response);
    };
    const keeper = takeKeeper(response);
    if (!keeper) answer(thrown);
    else
      void keeper.failed(thrown).then((reply) => {
        sendReply(response, reply);
      }, answer);
  }

  private answer(thrown: unknown, request: Request, response: Response): void {
    const error = toDomainError(thrown);
    if (error.kind === 'defect' || error.kind === 'unavailable') this.report(thrown, error, request);
    if (!response.headersSent) sendError(response, error);
    // What was answered already, because its time was over, stays answered; a broken answer must not look whole.
    else if (!response.writableEnded) response.destroy();
  }

  private report(thrown: unknown, error: DomainError, request: Request): void {
    this.logger.error({ requestId: request.id, code: error.code, error: shown(error.cause ?? thrown) });
  }
}

function toDomainError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  const status =
    thrown instanceof HttpException ? thrown.getStatus() : (thrown as { status?: unknown } | null)?.status;
  if (status === 404) return routeNotFound();
  if (status === 400) return malformedRequest('The request address is malformed.');
  return new DomainError('defect', 'internal_error', 'The service failed; the failure was recorded.', [], {
    cause: thrown,
  });
}

function routeNotFound(): DomainError {
  return new DomainError('not_found', 'route_not_found', 'There is no such route.');
}

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** SQLSTATE classes whose messages may quote what was sent: wrong data, and what functions of the database raise. */
const QUOTING = /^(22|P0)/;

/** An error for the log: its code in PostgreSQL, its message unless that may hold what a client sent, and where it came from. */
function shown(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { message, stack = message } = cause;
  const { code } = cause as { code?: unknown };
  if (typeof code !== 'string' || !SQLSTATE.test(code)) return stack;
  if (!QUOTING.test(code)) return `${code} ${stack}`;
  const frames = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : '';
  return `${code}${frames}`;
}
