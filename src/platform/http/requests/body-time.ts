import type { Request, RequestHandler } from 'express';
import type { Server } from 'node:http';
import { Attachment } from '../../../kernel/attachment.js';

/** The time that a client has for sending a body. A transfer of a file stops it, because it has a pace instead. */
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

  /** The client has sent too little for too long. */
  end(): void {
    this.stop();
    this.giveUp();
  }
}

const times = new Attachment<Request, BodyTime>('body time');

/**
 * Gives a client this time for the body of a request: after it the answer is 408. Node.js has such a limit for all requests of a server
 * alike, and would end a slow upload of a file (decision 25).
 */
export function limitBodyTime(server: Server, ms: number): RequestHandler {
  return (request, _response, next) => {
    if (hasBody(request)) {
      const time = new BodyTime(ms, () => {
        if (!request.complete) server.emit('clientError', lateRequest(), request.socket);
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

/** The time of a request with a body; undefined when it has none. */
export function bodyTimeOf(request: Request): BodyTime | undefined {
  return times.of(request);
}

/** Whether a request has a body. */
export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** As Node.js says it itself when the headers come too late. */
function lateRequest(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}
