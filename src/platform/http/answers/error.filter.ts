import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError, notFound } from '../../../kernel/errors.js';
import { answerError } from './error-response.js';
import { internalError, malformedAddress, RefusalWithHeaders } from './refusal.js';
import { Reply, sendReply } from './reply.js';

/** Answers every error that is thrown, in one shape and without anything internal [rule 2]. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    if (isRouteMissing(thrown)) {
      answerOtherwise(http.getRequest(), response);
      return;
    }
    const error = failureOf(thrown, http.getRequest<Request>().id);
    if (!response.headersSent) answerError(http.getRequest(), response, error);
    // An answer that was sent because the time was over stays. One that broke off in the middle must not look whole.
    else if (!response.writableEnded) response.destroy();
  }
}

const logger = new Logger(ErrorFilter.name);

/** Finds the error that a client sees. A failure of the service is logged, with its cause. */
export function failureOf(thrown: unknown, requestId: unknown): DomainError {
  const error = toDomainError(thrown);
  if (error.kind === 'defect' || error.kind === 'unavailable')
    logger.error({ requestId, code: error.code, error: shown(error.cause ?? thrown) });
  return error;
}

/** No route answers this method at this address ([rule 2]: 404 and 405). */
function answerOtherwise(request: Request, response: Response): void {
  const allow = allowedMethods(request);
  if (allow === null) answerError(request, response, routeNotFound());
  else if (request.method === 'OPTIONS') sendReply(response, new Reply(204, { Allow: allow }, null));
  else answerError(request, response, methodNotAllowed(allow));
}

function isRouteMissing(thrown: unknown): boolean {
  return !(thrown instanceof DomainError) && statusOf(thrown) === 404;
}

function statusOf(thrown: unknown): unknown {
  return thrown instanceof HttpException
    ? thrown.getStatus()
    : (thrown as { status?: unknown } | null)?.status;
}

function toDomainError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  if (statusOf(thrown) === 400) return malformedAddress();
  return internalError(thrown);
}

const routeNotFound = notFound('route');

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Messages of these SQLSTATE classes may quote what a client sent: wrong data, and errors that database functions raise. */
const QUOTING = /^(22|P0)/;

/** Describes an error for the log by its SQLSTATE and stack, and by its message unless that may quote what a client sent. */
function shown(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { message, stack = message } = cause;
  const { code } = cause as { code?: unknown };
  if (typeof code !== 'string' || !SQLSTATE.test(code)) return stack;
  if (!QUOTING.test(code)) return `${code} ${stack}`;
  const frames = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : '';
  return `${code}${frames}`;
}

/** Makes a 405 with the methods that the route answers. */
function methodNotAllowed(allow: string): RefusalWithHeaders {
  const message = `This route answers only ${allow}.`;
  return new RefusalWithHeaders('method_not_allowed', 'method_not_allowed', message, { Allow: allow });
}

/** Express gives this part of its router no public type. */
interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** Lists the methods of the route at the address of a request for `Allow`; null when there is no such route. */
function allowedMethods({ app, path }: Request): string | null {
  const { stack } = (app as unknown as { readonly router: { readonly stack: readonly Layer[] } }).router;
  const routes = stack.flatMap((layer) => (layer.route && layer.match(path) ? [layer.route] : []));
  const methods = new Set(routes.flatMap((route) => Object.keys(route.methods)));
  if (methods.size === 0) return null;
  if (methods.has('get')) methods.add('head');
  return [...methods.add('options')].map((method) => method.toUpperCase()).join(', ');
}
