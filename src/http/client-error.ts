import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { API_HEADERS } from './security-headers.js';

type Refusal = readonly [status: string, code: string, message: string];

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers_too_large',
    'The request headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    'request_timeout',
    'The request took too long to arrive.',
  ],
};

const MALFORMED: Refusal = ['400 Bad Request', 'malformed_request', 'The request is not well-formed HTTP.'];

const SECURITY = API_HEADERS.map(([name, value]) => `${name}: ${value}\r\n`).join('');

/** Of the parser or its timeouts. Whoever failed at TLS, or is gone, cannot be answered. */
const OF_HTTP = /^(HPE_|ERR_HTTP_)/;

/**
 * Answers what Node.js refuses before there is a request, in the one shape of errors (decisions, section 2), and closes the
 * connection.
 */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || !OF_HTTP.test(error.code ?? '')) {
      socket.destroy();
      return;
    }
    const [status, code, message] = REFUSALS[error.code ?? ''] ?? MALFORMED;
    const body = JSON.stringify({ error: message, code });
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n` +
        `${SECURITY}X-Request-Id: ${randomUUID()}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}
