import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { from, switchMap, type Observable } from 'rxjs';
import { DomainError } from '../kernel/errors.js';
import { deadlineOf } from './request-deadline.js';

/** Bytes of the largest accepted body. */
export const BODY_LIMIT = Symbol('BODY_LIMIT');

/** Marks the handlers that take a body; what is sent to the others is not looked at. */
export const HAS_BODY = 'support-desk:has-body';

/**
 * Reads the JSON body once the caller is known, so that a stranger's body is never parsed and always answered with 401
 * (decisions, sections 1 and 2: 400, 413, 415).
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  private readonly parse: RequestHandler;
  private readonly limit: number;

  constructor(
    private readonly reflector: Reflector,
    @Inject(BODY_LIMIT) limit: number,
  ) {
    this.limit = limit;
    this.parse = express.json({ limit, type: () => true, strict: false, reviver: refusePrototypeKey });
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const wanted = this.reflector.get<boolean | undefined>(HAS_BODY, context.getHandler()) ?? false;
    if (!wanted || !hasBody(request)) return next.handle();
    return from(this.read(request, http.getResponse())).pipe(switchMap(() => next.handle()));
  }

  private read(request: Request, response: Response): Promise<void> {
    if (!request.is('application/json')) return Promise.reject(unsupportedMediaType());
    const deadline = deadlineOf(request);
    deadline.pause();
    return new Promise((resolve, reject) => {
      this.parse(request, response, (error?: unknown) => {
        deadline.resume();
        if (error === undefined) resolve();
        else reject(this.refusalOf(error as { status?: number; type?: string }));
      });
    });
  }

  private refusalOf(error: { status?: number; type?: string }): Error {
    if (error.status === 413) {
      return new DomainError('too_large', 'body_too_large', `The body is larger than ${this.limit} bytes.`);
    }
    if (error.status === 415) return unsupportedMediaType();
    return new DomainError('malformed', 'malformed_body', 'The body is not valid JSON.', [], {
      cause: error,
    });
  }
}

function hasBody(request: Request): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

function unsupportedMediaType(): DomainError {
  return new DomainError(
    'unsupported_media_type',
    'unsupported_media_type',
    'The body must be application/json in UTF-8.',
  );
}

/** `__proto__` as a key would reach an object's prototype somewhere; no property of this API is called so. */
function refusePrototypeKey(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('The key __proto__ is refused.');
  return value;
}
