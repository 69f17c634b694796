import type { Request, RequestHandler } from 'express';
import type { Server } from 'node:http';
import { AttachedValue } from '../../../kernel/attached-value.js';

/** Ends a request whose body takes too long. A file transfer switches this off, because it has a minimum pace instead. */
class BodyTime {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ms: number,
    private readonly giveUp: () => void,
  ) {}

  begin(): void {
    this.timer = setTimeout(this.giveUp, this.ms);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  end(): void {
    this.stop();
    this.giveUp();
  }
}

const times = new AttachedValue<Request, BodyTime>('body time');

/** Answers 408 when a body takes longer. The limit of Node.js would end a slow upload of a file, too [choice 25]. */
export function limitBodyTime(server: Server, ms: number): RequestHandler {
  return (request, _response, next) => {
    if (hasBody(request)) {
      // Node.js may take the connection away from a request that was answered before its body had come.
      const { socket } = request;
      const time = new BodyTime(ms, () => {
        if (!request.complete) server.emit('clientError', lateRequest(), socket);
      });
      times.attach(request, time);
      time.begin();
      request.once('close', () => {
        time.stop();
      });
    }
    next();
  };
}

export function bodyTimeOf(request: Request): BodyTime | undefined {
  return times.of(request);
}

export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Makes the error that Node.js has for headers that come too late. */
function lateRequest(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}
