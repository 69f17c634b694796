import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import { finalize, type Observable } from 'rxjs';
import { deadlineOf } from '../http/requests/request-deadline.js';
import { keepsNoReply } from '../idempotency/refuses-idempotency-key.js';
import { Transfers, type Direction } from './transfers.js';

/** The metadata of a handler that transfers a file, in this direction. */
export const TRANSFER = 'support-desk:transfer';

/** Gives a handler the limits of transfers in place of those of other requests (decision 25). */
export const Transfer = (direction: Direction): MethodDecorator =>
  applyDecorators(
    SetMetadata(TRANSFER, direction),
    UseInterceptors(direction === 'upload' ? UploadInterceptor : DownloadInterceptor),
  );

/** Lets a handler read the bytes of a file as they come. No reply is kept, so an `Idempotency-Key` is refused. */
@Injectable()
class UploadInterceptor implements NestInterceptor {
  constructor(private readonly transfers: Transfers) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (request.headers['idempotency-key'] !== undefined) throw keepsNoReply();
    const end = this.transfers.beginUpload(request, http.getResponse());
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

@Injectable()
class DownloadInterceptor implements NestInterceptor {
  constructor(private readonly transfers: Transfers) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    this.transfers.beginDownload(http.getRequest(), http.getResponse());
    return next.handle();
  }
}
