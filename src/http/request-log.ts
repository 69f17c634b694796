import type { LoggerService } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import { pino, type Level, type Logger } from 'pino';
import { requestIdOf } from './request-id.js';

/**
 * Lines are written some at a time, at the latest after this long, and when the process ends; each write is a system call. None
 * is larger than what a pipe takes in one piece, so that lines of several workers do not mix.
 */
const BUFFERED = { sync: false, minLength: 3584, maxWrite: 4096, periodicFlush: 250 } as const;

/** The process's log: JSON lines, or readable ones on a terminal. Each line gets what `mixin` gives, too. */
export function createLog(level: string, mixin?: () => object): Logger {
  const more = mixin && { mixin };
  return process.stdout.isTTY
    ? pino({
        level,
        ...more,
        transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', singleLine: true } },
      })
    : pino({ level, base: null, ...more }, pino.destination(BUFFERED));
}

/** What the log says of a request. */
export interface AnsweredRequest extends RequestOwner {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route; `unmatched` where there is none. */
  readonly route: string;
  readonly status: number;
  /** Whole milliseconds. */
  readonly ms: number;
}

/** Whose request it was, as far as that became known. */
export interface RequestOwner {
  readonly workspace: string | undefined;
  readonly key: string | undefined;
}

/** The status of a request that its client gave up before it was answered; nginx calls it so, too. */
const GIVEN_UP = 499;

/**
 * One line per request, when it is answered or given up: id, method, route pattern, status, duration in milliseconds and what
 * `ownerOf` adds. Neither headers, bodies nor the real address are logged: any of them may hold a key or an e-mail address.
 * `measure` is given the same, with the milliseconds not rounded.
 */
export function logRequests(
  logger: Logger,
  ownerOf: (request: Request) => RequestOwner,
  measure?: (request: AnsweredRequest, ms: number) => void,
): RequestHandler {
  return (request, response, next) => {
    const begun = performance.now();
    const requestId = requestIdOf(request, response);
    request.id = requestId;
    response.once('close', () => {
      const { path = 'unmatched' } = (request.route ?? {}) as { path?: string };
      const ms = performance.now() - begun;
      const line: AnsweredRequest = {
        requestId,
        method: request.method,
        route: path,
        status: response.headersSent ? response.statusCode : GIVEN_UP,
        ms: Math.round(ms),
        ...ownerOf(request),
      };
      if (response.statusCode >= 500) logger.error(line, 'request failed');
      else logger.info(line, 'request');
      measure?.(line, ms);
    });
    next();
  };
}

/** Nest's own messages in the same log. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  /** What Nest says while it starts is of interest to developers only. */
  log(message: unknown, context?: string): void {
    this.write('debug', message, context);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest.at(-1));
  }
  warn(message: unknown, context?: string): void {
    this.write('warn', message, context);
  }
  debug(message: unknown, context?: string): void {
    this.write('debug', message, context);
  }
  verbose(message: unknown, context?: string): void {
    this.write('trace', message, context);
  }

  private write(level: Level, message: unknown, context: unknown): void {
    if (typeof message === 'object' && message !== null) this.logger[level]({ context, ...message });
    else this.logger[level]({ context }, String(message));
  }
}
