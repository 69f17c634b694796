import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { errors } from '../../kernel/errors.js';

export const notAcceptable = errors.not_acceptable(
  'not_acceptable',
  'The Accept header must include application/json.',
);

/** Refuses a request whose `Accept` does not name `application/json` itself, after the key is checked and before the body is read. */
@Injectable()
export class AcceptsJsonGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    // Called without an argument, it gives the media types of the header with a quality above zero.
    if (request.accepts().some((type) => type.toLowerCase() === 'application/json')) return true;
    throw notAcceptable();
  }
}
