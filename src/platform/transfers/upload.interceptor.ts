import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { finalize, type Observable } from 'rxjs';
import { bodyTimeOf } from '../http/requests/body-time.js';
import { deadlineOf } from '../http/requests/request-deadline.js';
import { keepsNoReply } from '../idempotency/refuses-idempotency-key.js';
import { contextOf } from '../tenancy/request-context.js';
import { watchPace } from './pace.js';
import { TRANSFER_OPTIONS, type TransferOptions } from './transfer-options.js';
import { TransferPlacesOf } from './transfer-places-of.js';

/**
 * Lets a handler read the bytes of a file as they come. In place of the times of other requests it has a pace, and in place of the
 * requests of its key the places of uploads. No reply is kept, so an `Idempotency-Key` is refused.
 */
@Injectable()
export class UploadInterceptor implements NestInterceptor {
  constructor(
    private readonly places: TransferPlacesOf,
    @Inject(TRANSFER_OPTIONS) private readonly options: TransferOptions,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (request.headers['idempotency-key'] !== undefined) throw keepsNoReply();
    const { workspaceId } = contextOf(request);
    if (workspaceId === undefined) throw new Error('An upload reached its handler without a workspace.');
    this.places.uploads.enter(workspaceId, response);
    const [deadline, time] = [deadlineOf(request), bodyTimeOf(request)];
    deadline.pause();
    time?.stop();
    const { socket } = request;
    const end = watchPace(
      () => socket.bytesRead,
      this.options.transferBytesPerSecond,
      () => {
        if (!request.complete) time?.end();
      },
    );
    return next.handle().pipe(
      finalize(() => {
        end();
        // What a refused client goes on to send has the time of any other body.
        if (!request.complete) time?.begin();
        deadline.resume();
      }),
    );
  }
}
