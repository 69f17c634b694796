import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Observable } from 'rxjs';
import { DomainError, invalidAt } from '../../../kernel/errors.js';
import { bodyTooLarge, malformedBody, unsupportedMediaType } from '../answers/refusal.js';
import { admitAgain } from './admission.js';
import { hasBody } from './body-time.js';
import { deadlineOf } from './request-deadline.js';
import { Configuration } from '../../config/configuration.js';
import { MAX_PROPERTIES } from '../../../kernel/checks.js';
import { parseJson } from '../../../kernel/formats/json-text.js';

/** Reads the JSON body after the guards, so that a stranger's body is never parsed [choice 3]. Handlers without a body read none. */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  private readonly receive: RequestHandler;
  private readonly limit: number;

  constructor({ bodyLimit: limit }: Configuration) {
    this.limit = limit;
    this.receive = express.text({ limit, type: () => true, inflate: false, verify: refuseOtherThanUtf8 });
  }

  intercept(
    context: ExecutionContext,
    next: CallHandler,
  ): Observable<unknown> | Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!hasBody(request)) return next.handle();
    return this.read(request, http.getResponse()).then(() => next.handle());
  }

  private async read(request: Request, response: Response): Promise<void> {
    if (!request.is('application/json')) throw unsupportedMediaType();
    const deadline = deadlineOf(request);
    deadline.pause();
    try {
      await this.received(request, response);
      await admitAgain(request);
    } finally {
      deadline.resume();
    }
    request.body = parseStrictJson((request.body as string | undefined) ?? '');
  }

  /** Puts the text into `request.body`. */
  private received(request: Request, response: Response): Promise<void> {
    return new Promise((resolve, reject) => {
      this.receive(request, response, (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(this.refusalOf(error as { status?: number }));
      });
    });
  }

  private refusalOf(error: { status?: number }): Error {
    if (error instanceof DomainError) return error;
    if (error.status === 413) return bodyTooLarge(this.limit);
    if (error.status === 415) return unsupportedMediaType();
    return malformedBody('The body did not arrive whole.', error);
  }
}

/** Refuses bytes that are no UTF-8: what is stored must be what the client sent. */
function refuseOtherThanUtf8(
  _request: IncomingMessage,
  _response: ServerResponse,
  bytes: Buffer,
  charset: string,
): void {
  if (charset !== 'utf-8' && charset !== 'utf8') throw unsupportedMediaType();
  if (!isUtf8(bytes)) throw malformedBody('The body is not valid UTF-8.');
}

/** A valid body of this API is nested less deeply, and any code can walk this deep. */
const MAX_DEPTH = 32;

const COLON = 0x3a;

/**
 * Parses a JSON text that has one meaning for every reader [choice 15]: no key twice, no `__proto__`, at most 32 levels. A number that
 * would be rounded becomes infinity.
 * @throws DomainError malformed; invalid_request for an object with more than 1,000 properties
 */
export function parseStrictJson(text: string): unknown {
  /** The keys so far of each object around the current place, and null for each list. */
  const around: (Set<string> | null)[] = [];
  try {
    return parseJson(text, {
      string: (open, close) => {
        if (!isKey(text, close)) return;
        addKey(around.at(-1), text.slice(open, close + 1));
        refuseWhenLarge(around);
      },
      open: (kind) => {
        if (around.length === MAX_DEPTH)
          throw malformedBody(`The body is nested more than ${MAX_DEPTH} levels deep.`);
        around.push(kind === 'object' ? new Set() : null);
      },
      close: () => around.pop(),
    });
  } catch (error) {
    throw error instanceof DomainError ? error : malformedBody('The body is not valid JSON.', error);
  }
}

/** Makes the path of an object from the latest key of each object around it. */
function refuseWhenLarge(around: readonly (Set<string> | null)[]): void {
  if ((around.at(-1)?.size ?? 0) <= MAX_PROPERTIES) return;
  const path = around.slice(0, -1).flatMap((keys) => [...(keys ?? [])].slice(-1));
  throw invalidAt(path.join('.') || 'the body', `must have at most ${MAX_PROPERTIES} properties`);
}

function isKey(text: string, end: number): boolean {
  let next = end + 1;
  while (text.charCodeAt(next) <= 0x20) next += 1;
  return text.charCodeAt(next) === COLON;
}

function addKey(keys: Set<string> | null | undefined, quoted: string): void {
  const key = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  if (key === '__proto__') throw malformedBody('The key __proto__ is refused.');
  if (keys?.has(key)) throw malformedBody(`The body has the key ${JSON.stringify(key)} twice in one object.`);
  keys?.add(key);
}
