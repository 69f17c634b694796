import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { DomainError } from '../../kernel/errors.js';

/** Refuses `Idempotency-Key` where no reply is kept, because it shows a secret (extensions, introduction). */
@Injectable()
export class RefusesIdempotencyKey implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.switchToHttp().getRequest<Request>().headers['idempotency-key'] !== undefined)
      throw keepsNoReply();
    return next.handle();
  }
}

/** 400 */
export function keepsNoReply(): DomainError {
  return new DomainError(
    'malformed',
    'malformed_header',
    'This operation keeps no reply: send the request without Idempotency-Key.',
  );
}
