import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { contextOf } from '../tenancy/request-context.js';
import { watchPace } from './pace.js';
import { TransferPlaces } from './transfer-places.js';
import { Configuration } from '../config/configuration.js';

/** Gives the answer of a handler a place among the downloads, and a pace once it is under way. */
@Injectable()
export class DownloadInterceptor implements NestInterceptor {
  constructor(
    private readonly places: TransferPlaces,
    private readonly configuration: Configuration,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { workspaceId } = contextOf(request);
    if (workspaceId === undefined) throw new Error('A download reached its handler without a workspace.');
    this.places.enter('download', workspaceId, response);
    const { socket } = request;
    const end = watchPace(
      () => socket.bytesWritten,
      this.configuration.transferBytesPerSecond,
      () => {
        if (response.headersSent) response.destroy();
      },
    );
    response.once('close', end);
    return next.handle();
  }
}
