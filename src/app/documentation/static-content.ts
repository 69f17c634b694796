import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

interface Encoded {
  readonly bytes: Buffer;
  readonly tag: string;
}

const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

const ENCODERS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, OPTIONS),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
  identity: (bytes: Buffer) => Promise.resolve(bytes),
};

type Encoding = keyof typeof ENCODERS;

/** The smaller one first. */
const PACKED = ['br', 'gzip'] as const;

type Handler = (request: Request, response: Response) => Promise<void>;

/** Answers with content that never changes while the process runs. Each encoding is made once, when a client first asks for it. */
export function staticContent(type: string, read: () => Promise<Buffer | string>): Handler {
  const made = new Map<Encoding, Promise<Encoded>>();
  const encode = async (encoding: Encoding): Promise<Encoded> => {
    const bytes = await ENCODERS[encoding](Buffer.from(await read()));
    return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
  };
  return async (request, response) => {
    const encoding = PACKED.find((one) => request.acceptsEncodings(one) === one) ?? 'identity';
    const promise = made.get(encoding) ?? encode(encoding);
    made.set(encoding, promise);
    const { bytes, tag } = await promise.catch((error: unknown) => {
      made.delete(encoding);
      throw error;
    });
    response.vary('Accept-Encoding').type(type).set({ 'Cache-Control': 'no-cache', ETag: tag });
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    // Express answers a condition with 304, and HEAD without the body.
    response.send(bytes);
  };
}
