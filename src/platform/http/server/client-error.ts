import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { permissionToRead } from '../answers/cross-origin.js';
import { Reply, sendReply } from '../answers/reply.js';
import { API_HEADERS } from '../answers/security-headers.js';

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'headers_too_large',
    message: 'The request headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'request_timeout',
    message: 'The request took too long to arrive.',
  },
};

const MALFORMED: Refusal = {
  status: 400,
  code: 'malformed_request',
  message: 'The request is not well-formed HTTP.',
};

/** An error of a connection, with the bytes that came last when the parser did not understand them. */
type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/** Errors of the HTTP parser and its timeouts. When the client is gone, there can be no answer. */
const OF_HTTP = /^(HPE_|ERR_HTTP_)/;

/** A connection, with the reply that Node.js is preparing on it. */
type HttpSocket = Duplex & { readonly _httpMessage?: ServerResponse | null };

/**
 * Answers a request that Node.js refuses, in the one shape of errors (decisions, section 2), and closes the connection. An earlier
 * request on the connection gets its own reply first. Pages of these origins may read the refusal.
 */
export function answerClientErrors(server: Server, origins: readonly string[]): void {
  server.on('clientError', (error: ClientError, socket: HttpSocket) => {
    if (!socket.writable || !OF_HTTP.test(error.code ?? '')) {
      socket.destroy();
      return;
    }
    const refusal = REFUSALS[error.code ?? ''] ?? MALFORMED;
    const headers = [...API_HEADERS, ...permissionToRead(origins, error.rawPacket)];
    const reply = socket._httpMessage;
    if (!reply) refuse(socket, refusal, headers);
    else if (reply.req.complete)
      reply.once('finish', () => { refuse(socket, refusal, headers); }); // prettier-ignore
    else refuseBody(reply, refusal);
  });
  // A server may ignore an expectation that it does not know (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Writes the refusal as bytes, because Node.js has made no reply object for the request. */
function refuse(
  socket: Duplex,
  { status, code, message }: Refusal,
  headers: readonly (readonly [name: string, value: string])[],
): void {
  if (!socket.writable) return;
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const body = JSON.stringify({ error: message, code });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${lines}X-Request-Id: ${randomUUID()}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}

/** Refuses a request whose body did not arrive. It has a reply object, and its line in the log is written when that is sent. */
function refuseBody(reply: ServerResponse, { status, code, message }: Refusal): void {
  if (reply.headersSent) {
    reply.destroy();
    return;
  }
  reply.shouldKeepAlive = false;
  // With its reply, Node.js lets go of the request. Who reads its body would wait for ever: a file of an upload would stay open.
  const { req } = reply;
  req.socket.once('close', () => req.destroy());
  sendReply(reply, new Reply(status, {}, JSON.stringify({ error: message, code })));
}
