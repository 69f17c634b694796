import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';

/** Does writes that their clients have named once, however often they are sent. */
export abstract class WritesOnce {
  /**
   * To be called before the handler, which then acts in the scope that the request has afterwards.
   * @throws Replay when the write was done before; malformed_header, request_in_progress, idempotency_key_reused
   */
  abstract begin(request: Request, response: Response, key: string): Promise<void>;
}

/** Guards writes: one with `Idempotency-Key` is done once (decision 12). It comes after the guard that reads the body. */
@Injectable()
export class IdempotencyGuard implements CanActivate {
  constructor(private readonly writes: WritesOnce) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const key = request.headers['idempotency-key'];
    if (key === undefined) return true;
    return this.writes.begin(request, http.getResponse(), String(key)).then(() => true);
  }
}
