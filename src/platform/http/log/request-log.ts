import type { LoggerService } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import { pino, type Level, type Logger } from 'pino';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AnswerEnd } from '../../limits/answer-end.js';
import { lastingStates } from '../lasting/lasting-answer.js';
import { logOutput } from './log-output.js';

/** Makes the log of the process: JSON lines, or readable lines on a terminal. Each line also has the properties of `mixin`. */
export function createLog(
  level: string,
  mixin?: () => object,
  { fd, isTTY }: { readonly fd: number; readonly isTTY?: boolean } = process.stdout,
): Logger {
  const more = mixin && { mixin };
  if (!isTTY) return pino({ level, base: null, ...more }, logOutput(fd));
  const options = { ignore: 'pid,hostname', singleLine: true, destination: fd };
  return pino({ level, ...more, transport: { target: 'pino-pretty', options } });
}

/** The workspace and the key are absent until they are known. */
export interface RequestOwner {
  readonly workspace: string | undefined;
  readonly key: string | undefined;
}

/** The log has one such line for each request. */
export interface AnsweredRequest extends RequestOwner {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, or `unmatched`. */
  readonly route: string;
  readonly status: number;
  /** The time is in whole milliseconds: until the first byte when the answer lasts. */
  readonly ms: number;
  /** An answer that lasts was open for these whole milliseconds. */
  readonly lastedMs?: number;
}

/** The status of a request that its client gave up before the answer; nginx uses the same number. */
const GIVEN_UP = 499;

/** Writes one line per request, without headers, bodies and addresses, which may hold a key or an e-mail address. */
export function logRequests(
  logger: Logger,
  ownerOf: (request: Request) => RequestOwner,
  measure?: (request: AnsweredRequest, ms: number) => void,
): RequestHandler {
  return (request, response, next) => {
    const begun = performance.now();
    const requestId = requestIdOf(request, response);
    request.id = requestId;
    AnswerEnd.of(response).whenOver(() => {
      const { path = 'unmatched' } = (request.route ?? {}) as { path?: string };
      const now = performance.now();
      const since = lastingStates.of(response)?.since ?? null;
      const ms = (since ?? now) - begun;
      const line: AnsweredRequest = {
        requestId,
        method: request.method,
        route: path,
        status: response.headersSent ? response.statusCode : GIVEN_UP,
        ms: Math.round(ms),
        ...(since !== null && { lastedMs: Math.round(now - since) }),
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

declare module 'express-serve-static-core' {
  interface Request {
    /** The id of this request in the log and in `X-Request-Id`. */
    id: string;
  }
}

const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Sets `X-Request-Id` of the response: the id that the client sent if it is well formed, else a new one [rule 2]. */
export function requestIdOf(request: IncomingMessage, response: ServerResponse): string {
  const inbound = request.headers['x-request-id'];
  const id = typeof inbound === 'string' && WELL_FORMED.test(inbound) ? inbound : randomUUID();
  response.setHeader('X-Request-Id', id);
  return id;
}
