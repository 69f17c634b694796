import type { Request, Response } from 'express';
import { create as disposition } from 'content-disposition';
import parseRange from 'range-parser';
import { Conditions } from './conditions.js';
import { RefusalWithHeaders } from './refusal.js';
import { UNTAKEN_MS } from './reply.js';
import { ClientGone, written } from './written.js';

/** Both bytes belong to the range, and are counted from 0. */
export interface Bytes {
  readonly first: number;
  readonly last: number;
}

/** A file while it is read. Each piece is valid until the next one is asked for. */
export interface ReadBytes extends AsyncIterable<Uint8Array> {
  destroy(): void;
}

/** The bytes of a file as the answer of a handler: whole or a range, or 304 (RFC 9110, sections 13 and 14). */
export class FileAnswer {
  constructor(
    readonly file: {
      readonly size: number;
      /** The entity tag is strong and has its quotes. */
      readonly tag: string;
      readonly contentType: string;
      readonly filename: string;
      /** A browser may show such a file in place. It saves all others. */
      readonly isShown: boolean;
    },
    /** Opens the file, or the range. */
    readonly open: (range?: Bytes) => Promise<ReadBytes>,
  ) {}
}

interface Storage<File> {
  addressOf(file: File, shown: { contentType: string; contentDisposition: string }): Promise<string | null>;
  open(file: File, range?: Bytes): Promise<ReadBytes>;
}

/** Answers with a stored file, or with 302 when its bytes have an address of their own. */
export async function answerStored<File extends { readonly sha256: Buffer; readonly byteSize: number }>(
  response: Response,
  stored: File,
  shown: Pick<FileAnswer['file'], 'contentType' | 'filename' | 'isShown'>,
  storage: Storage<File>,
): Promise<FileAnswer | undefined> {
  const contentDisposition = dispositionOf(shown.filename, shown.isShown);
  const elsewhere = await storage.addressOf(stored, { contentType: shown.contentType, contentDisposition });
  if (elsewhere !== null) {
    response.status(302).setHeader('Location', elsewhere);
    return undefined;
  }
  const tag = `"${stored.sha256.toString('base64url')}"`;
  return new FileAnswer({ size: stored.byteSize, tag, ...shown }, (range) => storage.open(stored, range));
}

/** A browser may show a file, and nothing else. It runs, loads, frames and sends nothing. */
const OF_FILES = "default-src 'none';frame-ancestors 'none';sandbox";

/**
 * Sends a file.
 * @throws precondition_failed, range_not_satisfiable, and the errors of `open` and of the reading
 */
export async function sendFile(
  request: Request,
  response: Response,
  { file, open }: FileAnswer,
): Promise<void> {
  const isKnown = Conditions.of(request.headers).isKnown(file.tag);
  const range = isKnown ? null : rangeOf(request, file);
  const isRead = request.method !== 'HEAD' && !isKnown;
  const bytes = isRead ? await open(range ?? undefined) : null;
  if (response.headersSent || response.destroyed) bytes?.destroy();
  if (response.headersSent || response.destroyed) return;
  response.statusCode = isKnown ? 304 : range ? 206 : 200;
  response.setHeader('ETag', file.tag);
  response.setHeader('Content-Security-Policy', OF_FILES);
  if (!isKnown) describe(response, file, range);
  // The client takes nothing for a while, so it is gone.
  response.setTimeout(UNTAKEN_MS);
  if (!bytes) response.end();
  else
    await sendBytes(bytes, response, range ? range.last - range.first + 1 : file.size).catch(
      (error: unknown) => {
        breakOff(response, error);
      },
    );
}

/**
 * Sends one piece after the other, because the memory of a piece is used again when it has left. The answer ends with its last byte, and
 * not with the file: its client may ask for the next one by then, and needs the place of this one.
 */
async function sendBytes(bytes: ReadBytes, response: Response, length: number): Promise<void> {
  // The interceptors of a download listen, too.
  response.setMaxListeners(0);
  response.on('error', () => undefined);
  let left = length;
  for await (const piece of bytes) {
    const leaving = written(piece, response);
    left -= piece.length;
    if (left === 0) response.end();
    await leaving;
  }
  if (!response.writableEnded) response.end();
}

function describe(
  response: Response,
  { size, contentType, filename, isShown }: FileAnswer['file'],
  range: Bytes | null,
): void {
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', range ? range.last - range.first + 1 : size);
  if (range) response.setHeader('Content-Range', `bytes ${range.first}-${range.last}/${size}`);
  response.setHeader('Content-Disposition', dispositionOf(filename, isShown));
}

/** `Content-Disposition`, with the name by RFC 6266. */
export function dispositionOf(filename: string, isShown: boolean): string {
  return disposition(filename, { type: isShown ? 'inline' : 'attachment' });
}

/** Reads the one range that a request asks for. All else gets the whole file (RFC 9110, section 14.2). @throws range_not_satisfiable */
function rangeOf({ method, headers }: Request, { size, tag }: FileAnswer['file']): Bytes | null {
  const { range, 'if-range': ifRange } = headers;
  if (method !== 'GET' || range === undefined) return null;
  if (ifRange !== undefined && ifRange !== tag) return null;
  // The library refuses more last bytes than there are; they are all of them (RFC 9110, section 14.1.2).
  const [, last] = /^bytes=-(\d+)$/.exec(range) ?? [];
  if (last !== undefined && size > 0 && Number(last) >= size) return { first: 0, last: size - 1 };
  const ranges = parseRange(size, range, { combine: true });
  if (ranges === -1) throw rangeNotSatisfiable(size);
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  const [only] = ranges;
  return only ? { first: only.start, last: only.end } : null;
}

export function rangeNotSatisfiable(size: number): RefusalWithHeaders {
  const message = `The file has ${size} bytes, and none of them is in the range.`;
  const headers = { 'Content-Range': `bytes */${size}` };
  return new RefusalWithHeaders('range_not_satisfiable', 'range_not_satisfiable', message, headers);
}

/** Ends the connection, so that the file does not look whole. @throws any error but `ClientGone`, for the log */
function breakOff(response: Response, error: unknown): void {
  response.destroy();
  if (!(error instanceof ClientGone)) throw error;
}
