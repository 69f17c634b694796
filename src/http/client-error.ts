import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { sendJson } from './json-reply.js';
import { API_HEADERS } from './security-headers.js';

interface Refusal {
  readonly status: number;
  readonly reason: string;
  readonly code: string;
  readonly message: string;
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    code: 'headers_too_large',
    message: 'The request headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    code: 'request_timeout',
    message: 'The request took too long to arrive.',
  },
};

const MALFORMED: Refusal = {
  status: 400,
  reason: 'Bad Request',
  code: 'malformed_request',
  message: 'The request is not well-formed HTTP.',
};

const SECURITY = API_HEADERS.map(([name, value]) => `${name}: ${value}\r\n`).join('');

/** Of the parser or its timeouts. Whoever failed at TLS, or is gone, cannot be answered. */
const OF_HTTP = /^(HPE_|ERR_HTTP_)/;

/** A connection, and the reply that Node.js is at work on there. */
type HttpSocket = Duplex & { readonly _httpMessage?: ServerResponse | null };

/**
 * Answers what Node.js refuses before a handler has all of a request, in the one shape of errors (decisions, section 2), and
 * closes the connection. A request before it on the same connection gets its own reply first.
 */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: HttpSocket) => {
    if (!socket.writable || !OF_HTTP.test(error.code ?? '')) {
      socket.destroy();
      return;
    }
    const refusal = REFUSALS[error.code ?? ''] ?? MALFORMED;
    const reply = socket._httpMessage;
    if (!reply) refuse(socket, refusal);
    else if (reply.req.complete)
      reply.once('finish', () => { refuse(socket, refusal); }); // prettier-ignore
    else refuseBody(reply, refusal);
  });
  // An expectation that nobody here knows may be passed over (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Nobody has a reply for it yet: the bytes are all there is. */
function refuse(socket: Duplex, { status, reason, code, message }: Refusal): void {
  if (!socket.writable) return;
  const body = JSON.stringify({ error: message, code });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${SECURITY}X-Request-Id: ${randomUUID()}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}

/** The request has a reply and a line in the log already; what waits for its body ends with the connection. */
function refuseBody(reply: ServerResponse, { status, code, message }: Refusal): void {
  if (reply.headersSent) {
    reply.destroy();
    return;
  }
  reply.statusCode = status;
  reply.shouldKeepAlive = false;
  sendJson(reply, { error: message, code });
}
