import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';
import { UnreadableSourceError } from './source-record.js';

/** How a file is packed. */
export type Compression = 'gzip' | 'zstd' | 'none';

/** The compression that the end of a file name says. */
export function compressionOf(file: string): Compression {
  if (/\.gz$/i.test(file)) return 'gzip';
  return /\.zst$/i.test(file) ? 'zstd' : 'none';
}

/**
 * The unpacked bytes.
 * @throws UnreadableSourceError when they are not packed that way, damaged, or end too early
 */
export function decompressed(
  chunks: AsyncIterable<Uint8Array>,
  compression: Compression,
): AsyncIterable<Uint8Array> {
  if (compression === 'none') return chunks;
  return compression === 'gzip' ? gunzipped(chunks) : unzstandardized(chunks);
}

async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  // A failure on either side ends the other. The reader below sees it.
  pipeline(chunks, gunzip, () => undefined);
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw isOfZlib(error)
      ? new UnreadableSourceError(`is not gzip, or it is damaged: ${error.message}`)
      : error;
  }
}

function isOfZlib(error: unknown): error is NodeJS.ErrnoException {
  return ((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_');
}

/** Bytes to unpack at once: they become 32 MiB at most, because four bytes can become 128 KiB. */
const SLICE_BYTES = 1024;
/** How many times as large an unpacked file may be. Tickets are packed to a tenth or a fiftieth. A small file may be any. */
const MAX_RATIO = 1_000;
const ANY_BYTES = 16 * 1024 * 1024;
/** The limit of the program `zstd` without options. */
const MAX_WINDOW_BYTES = 128 * 1024 * 1024;
const HEADER_BYTES = 14;

async function* unzstandardized(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let output: Uint8Array[] = [];
  let [packed, unpacked] = [0, 0];
  const decompress = new Decompress((part) => {
    unpacked += part.length;
    output.push(part);
  });
  const push = (input: Uint8Array, isLast: boolean): Uint8Array[] => {
    output = [];
    try {
      decompress.push(input, isLast);
    } catch (error) {
      throw new UnreadableSourceError(`is not Zstandard, or it is damaged: ${(error as Error).message}`);
    }
    packed += input.length;
    if (unpacked > Math.max(packed * MAX_RATIO, ANY_BYTES))
      throw new UnreadableSourceError(`would be more than ${MAX_RATIO} times as large when it is unpacked`);
    return output;
  };
  for await (const chunk of withCheckedHeader(chunks)) {
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      yield* push(chunk.subarray(start, start + SLICE_BYTES), false);
    }
  }
  yield* push(new Uint8Array(), true);
}

/** The same bytes. The first of them are checked before they are unpacked: they say how much memory that takes. */
async function* withCheckedHeader(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < HEADER_BYTES) continue;
    yield checkedHeader(head);
    head = null;
  }
  if (head !== null) yield checkedHeader(head);
}

/** Reads the header of the first frame (RFC 8878, section 3.1.1.1). */
function checkedHeader(head: Buffer): Buffer {
  if (head.length < 6 || head.readUInt32LE(0) !== 0xfd2fb528) {
    throw new UnreadableSourceError('is not Zstandard');
  }
  const isSingleSegment = ((head[4] ?? 0) & 0x20) !== 0;
  const descriptor = head[5] ?? 0;
  const base = 2 ** (10 + (descriptor >> 3));
  if (!isSingleSegment && base + (base / 8) * (descriptor & 7) > MAX_WINDOW_BYTES) {
    throw new UnreadableSourceError(
      'needs more than 128 MiB of memory to be unpacked: pack it with a smaller window',
    );
  }
  return head;
}
