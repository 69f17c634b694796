import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Observable } from 'rxjs';
import { DomainError } from '../../../kernel/errors.js';
import { malformedBody, unsupportedMediaType } from '../answers/malformed.errors.js';
import { hasBody } from './body-time.js';
import { deadlineOf } from './request-deadline.js';
import { parseStrictJson } from './strict-json.js';
import { Configuration } from '../../config/configuration.js';

/**
 * Reads the JSON body after the guards, so that a stranger's body is never parsed and always answered with 401 (decisions, sections 1
 * and 2: 400, 413, 415). `Operation` puts it on handlers that take a body. A body that is sent to another handler is not read.
 */
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
    } finally {
      deadline.resume();
    }
    request.body = parseStrictJson((request.body as string | undefined) ?? '');
  }

  /** Leaves the text in `request.body`. */
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
    if (error.status === 413)
      return new DomainError('too_large', 'body_too_large', `The body is larger than ${this.limit} bytes.`);
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
  if (charset !== 'utf-8') throw unsupportedMediaType();
  if (!isUtf8(bytes)) throw malformedBody('The body is not valid UTF-8.');
}
