import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { DomainError } from '../../kernel/errors.js';

/** Refuses `Idempotency-Key` on a route whose answer is not kept, because it shows a secret. */
@Injectable()
export class NoKeptReplyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { headers } = context.switchToHttp().getRequest<Request>();
    if (headers['idempotency-key'] !== undefined)
      throw new DomainError(
        'malformed',
        'malformed_header',
        'The answer to this request shows a secret and is not kept, so it takes no Idempotency-Key.',
      );
    return next.handle();
  }
}
