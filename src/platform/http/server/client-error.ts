import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { permissionToRead } from './cross-origin.js';
import { DomainError } from '../../../kernel/errors.js';
import { refusalOf } from '../answers/error-response.js';
import { malformedRequest, requestTooLate } from '../answers/refusal.js';
import { sendReply, type Reply } from '../answers/reply.js';
import { API_HEADERS } from '../answers/security-headers.js';

const REFUSALS: Readonly<Record<string, Reply>> = {
  HPE_HEADER_OVERFLOW: refusalOf(
    new DomainError('headers_too_large', 'headers_too_large', 'The request headers are too large.'),
  ),
  ERR_HTTP_REQUEST_TIMEOUT: refusalOf(requestTooLate()),
};
const MALFORMED = refusalOf(malformedRequest('The request is not well-formed HTTP.'));

/** An error of a connection, with the bytes that came last when the parser did not understand them. */
type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/** Errors of the HTTP parser and its timeouts. When the client is gone, there can be no answer. */
const OF_HTTP = /^(HPE_|ERR_HTTP_)/;

/** A connection, with the response that Node.js is preparing on it. */
type HttpSocket = Duplex & { readonly _httpMessage?: ServerResponse | null };

/**
 * Answers a request that Node.js refuses [rule 2], and closes the connection. An earlier request on it is answered first.
 * Pages of these origins may read the refusal.
 */
export function answerClientErrors(server: Server, origins: readonly string[]): void {
  server.on('clientError', (error: ClientError, socket: HttpSocket) => {
    if (!socket.writable || !OF_HTTP.test(error.code ?? '')) {
      socket.destroy();
      return;
    }
    const refusal = REFUSALS[error.code ?? ''] ?? MALFORMED;
    const headers = [...API_HEADERS, ...permissionToRead(origins, error.rawPacket)];
    const response = socket._httpMessage;
    if (!response) refuse(socket, refusal, headers);
    else if (response.req.complete)
      response.once('finish', () => { refuse(socket, refusal, headers); }); // prettier-ignore
    else refuseBody(response, refusal);
  });
  // A server may ignore an expectation that it does not know (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Writes the refusal as bytes, because Node.js has made no response for the request. */
function refuse(
  socket: Duplex,
  { status, body }: Reply,
  headers: readonly (readonly [name: string, value: string])[],
): void {
  if (!socket.writable) return;
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body ?? '')}\r\n${lines}X-Request-Id: ${randomUUID()}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}

/** Refuses a request whose body did not arrive. */
function refuseBody(response: ServerResponse, refusal: Reply): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.shouldKeepAlive = false;
  // Node.js lets go of the request with its response. Without this, the reader of an upload would wait for ever, with its file open.
  const { req } = response;
  req.socket.once('close', () => req.destroy());
  sendReply(response, refusal);
}
