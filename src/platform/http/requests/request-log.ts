import type { LoggerService } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import { pino, type Level, type Logger } from 'pino';
import { requestIdOf } from './request-id.js';

/**
 * Lines are written several at a time, after 250 ms at the latest and when the process ends, because each write is a system call.
 * No write is larger than what a pipe takes in one piece, so that lines of several workers do not mix.
 */
const BUFFERED = { sync: false, minLength: 3584, maxWrite: 4096, periodicFlush: 250 } as const;

/** The log of the process: JSON lines, or readable lines on a terminal. Each line also has the properties that `mixin` gives. */
export function createLog(
  level: string,
  mixin?: () => object,
  { fd, isTTY }: { readonly fd: number; readonly isTTY?: boolean } = process.stdout,
): Logger {
  const more = mixin && { mixin };
  if (!isTTY) return pino({ level, base: null, ...more }, pino.destination({ ...BUFFERED, dest: fd }));
  const options = { ignore: 'pid,hostname', singleLine: true, destination: fd };
  return pino({ level, ...more, transport: { target: 'pino-pretty', options } });
}

/** The workspace and the key of a request, as far as they became known. */
interface RequestOwner {
  readonly workspace: string | undefined;
  readonly key: string | undefined;
}

/** The line of a request in the log. */
export interface AnsweredRequest extends RequestOwner {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, or `unmatched`. */
  readonly route: string;
  readonly status: number;
  /** Whole milliseconds. */
  readonly ms: number;
}

/** The status of a request that its client gave up before the answer; nginx uses the same number. */
const GIVEN_UP = 499;

/**
 * Writes one line per request, when it is answered or given up. It logs no headers, bodies or real addresses, because they may hold a
 * key or an e-mail address. `measure` gets the line, with the exact milliseconds.
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

/** Writes Nest's own messages to the same log. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  /** The messages of Nest's start are for developers only. */
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
