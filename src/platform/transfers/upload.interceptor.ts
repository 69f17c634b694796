import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { finalize, type Observable } from 'rxjs';
import { deadlineOf } from '../http/requests/request-deadline.js';
import { keepsNoReply } from '../idempotency/refuses-idempotency-key.js';
import { IncomingTransfer } from './incoming-transfer.js';

/**
 * Lets a handler read the bytes of a file as they come. In place of the times of other requests it has a pace, and in place of the
 * requests of its key the places of uploads. No reply is kept, so an `Idempotency-Key` is refused.
 */
@Injectable()
export class UploadInterceptor implements NestInterceptor {
  constructor(private readonly incoming: IncomingTransfer) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (request.headers['idempotency-key'] !== undefined) throw keepsNoReply();
    const end = this.incoming.begin(request, response);
    const deadline = deadlineOf(request);
    deadline.pause();
    return next.handle().pipe(
      finalize(() => {
        end();
        deadline.resume();
      }),
    );
  }
}
