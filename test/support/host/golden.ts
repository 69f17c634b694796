import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';

/** A longer body is kept by its beginning. */
const KEPT = 100_000;

let specFile: string | undefined;
let isWatching = false;

/**
 * Writes each request that this process answers, and its answer, as a line of `<folder>/<spec file>.ndjson` while that spec file runs;
 * `scripts/golden.mjs` compares the folders of two commits. What the tests ask the host itself is not written.
 */
export function writeGolden(file: string | undefined, host: http.Server): void {
  specFile = file;
  if (!isWatching) watch(host);
  isWatching = true;
}

function watch(host: http.Server): void {
  const prototype = http.Server.prototype as unknown as { emit: (...args: unknown[]) => boolean };
  const emit = prototype.emit;
  prototype.emit = function watched(this: unknown, name: unknown, ...args: unknown[]): boolean {
    if (name === 'request' && specFile !== undefined && this !== host)
      follow(specFile, args[0] as IncomingMessage, args[1] as ServerResponse);
    return emit.call(this, name, ...args);
  };
}

function follow(file: string, request: IncomingMessage, response: ServerResponse): void {
  const sent: Buffer[] = [];
  const received: Buffer[] = [];
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Buffer) received.push(chunk);
    return push(chunk, encoding);
  };
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  const keep = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) sent.push(Buffer.from(chunk as Uint8Array));
  };
  response.write = (...args: unknown[]) => {
    keep(args[0]);
    return write(...args);
  };
  response.end = (...args: unknown[]) => {
    keep(args[0]);
    return end(...args);
  };
  response.once('finish', () => {
    const line = JSON.stringify({
      request: `${request.method} ${request.headers.host} ${request.url}`,
      headers: request.headers,
      body: shown(received, request.headers['content-encoding']),
      status: response.statusCode,
      answered: response.getHeaders(),
      answer: shown(sent, response.getHeader('content-encoding')),
    });
    appendFileSync(
      join(process.env['DESK_GOLDEN'] ?? '', `${file.replaceAll('/', '.')}.ndjson`),
      `${line}\n`,
    );
  });
}

/** Text as it is; other bytes by their hash. */
function shown(chunks: Buffer[], encoding: unknown): string {
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString();
  const isText = encoding === undefined && !text.includes('\u0000') && !text.includes('\ufffd');
  return isText ? text.slice(0, KEPT) : createHash('sha256').update(bytes).digest('hex');
}
