import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Gives a handler the `Last-Event-ID` that a client sends when it comes back to a stream. */
export const LastEventId = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string | undefined =>
    context.switchToHttp().getRequest<Request>().get('Last-Event-ID'),
);
