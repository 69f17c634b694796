import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { UNTAKEN_MS } from './reply.js';
import { ClientGone, written } from './written.js';

/** A client has this time for all pieces, and `UNTAKEN_MS` for each. A slower one is cut off. */
const MOST_MS = 60 * 60_000;

/** While other requests are answered, an answer sends this number of bytes in a millisecond: it shares their processors. */
const RESTING_BYTES_PER_MS = 2_500;

/** An answer rests for this time at most, so that it ends in its time. */
const MOST_RESTS_MS = MOST_MS / 2;

/** Compressed pieces have this number of bytes. */
const PIECE_BYTES = 64 * 1024;

/** An answer that is made while it leaves, in any time. What it holds is given back when it ends, however it ends. */
export class StreamAnswer {
  constructor(
    /** Nothing is begun before the first piece is asked for. An error of the first one is answered as any other. */
    readonly pieces: AsyncGenerator<Uint8Array>,
    /** They describe the bytes, such as `Content-Type`. */
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

/**
 * Sends one piece after the other, so that a slow client makes the maker wait and memory stays flat. An answer that breaks off never looks
 * whole. @throws the errors of the pieces: the first one is answered, the others are for the log
 * @param answered counts all answers of the process
 */
export async function sendStream(
  request: Request,
  response: Response,
  { pieces, headers }: StreamAnswer,
  answered: () => number,
): Promise<void> {
  try {
    const first = await pieces.next();
    if (response.headersSent || response.destroyed) return;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.vary('Accept-Encoding');
    const isCompressed = request.acceptsEncodings('gzip', 'identity') === 'gzip';
    if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
    // The time of a request is for its first piece.
    response.flushHeaders();
    if (request.method === 'HEAD' || first.done === true) response.end();
    else {
      const all = givingWay(withFirst(first.value, pieces), answered);
      await sendPieces(response, isCompressed ? compressed(all) : all);
    }
  } finally {
    await pieces.return(undefined);
  }
}

async function sendPieces(response: Response, pieces: AsyncIterable<unknown>): Promise<void> {
  response.on('error', () => undefined);
  const end = setTimeout(() => void response.destroy(), MOST_MS);
  try {
    for await (const piece of pieces) await written(piece as Uint8Array, response, UNTAKEN_MS);
    response.end();
  } catch (error) {
    response.destroy();
    if (!(error instanceof ClientGone)) throw error;
  } finally {
    clearTimeout(end);
  }
}

/** Rests between pieces while the process answers others. */
async function* givingWay(
  pieces: AsyncIterable<Uint8Array>,
  answered: () => number,
): AsyncGenerator<Uint8Array> {
  let before = answered();
  let left = MOST_RESTS_MS;
  for await (const piece of pieces) {
    yield piece;
    const now = answered();
    if (now > before && left > 0) {
      const rest = piece.length / RESTING_BYTES_PER_MS;
      left -= rest;
      await sleep(rest);
    }
    before = now;
  }
}

async function* withFirst(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

/** The fastest level is enough for text that says much the same in each line. */
function compressed(pieces: AsyncIterable<Uint8Array>): AsyncIterable<unknown> {
  const zip = createGzip({ level: 1, chunkSize: PIECE_BYTES });
  const source = Readable.from(pieces, { highWaterMark: 1 });
  source.on('error', (error) => zip.destroy(error));
  zip.on('close', () => source.destroy());
  return source.pipe(zip);
}
