import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { DomainError } from '../kernel/errors.js';
import { deadlineOf } from './request-deadline.js';

/** Bytes of the largest accepted body. */
export const BODY_LIMIT = Symbol('BODY_LIMIT');

/**
 * Reads the JSON body once the caller is known, so that a stranger's body is never parsed and always answered with 401
 * (decisions, sections 1 and 2: 400, 413, 415). It guards the handlers that take a body; what is sent to the others is not
 * looked at.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  private readonly parse: RequestHandler;
  private readonly limit: number;

  constructor(@Inject(BODY_LIMIT) limit: number) {
    this.limit = limit;
    this.parse = express.json({ limit, type: () => true, strict: false, reviver: refusePrototypeKey });
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (hasBody(request)) await this.read(request, http.getResponse());
    return true;
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
