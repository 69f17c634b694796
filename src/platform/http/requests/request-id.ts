import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

declare module 'express-serve-static-core' {
  interface Request {
    /** The id of this request in the log and in `X-Request-Id`. */
    id: string;
  }
}

const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Sets `X-Request-Id` of the response: the id that the client sent if it is well formed, else a new one (decisions, section 2). */
export function requestIdOf(request: IncomingMessage, response: ServerResponse): string {
  const inbound = request.headers['x-request-id'];
  const id = typeof inbound === 'string' && WELL_FORMED.test(inbound) ? inbound : randomUUID();
  response.setHeader('X-Request-Id', id);
  return id;
}
