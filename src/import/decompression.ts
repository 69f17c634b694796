import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';
import { UnreadableSourceError } from './source-record.js';
import { withHead } from './stream-head.js';

/** How the bytes of a file are packed. */
export type Compression = 'gzip' | 'zstd' | 'none';

/** As the end of its name says. */
export function compressionOf(file: string): Compression {
  if (/\.gz$/i.test(file)) return 'gzip';
  return /\.zst$/i.test(file) ? 'zstd' : 'none';
}

/**
 * The bytes that were packed.
 * @throws UnreadableSourceError when they are not packed so, or damaged, or end too early
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
  // A failure on either side ends the other; the reader below is told of it.
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

/** Input at once: 4 bytes of it may stand for 128 KiB of output. */
const SLICE_BYTES = 16 * 1024;
/** As the program `zstd` takes without being asked for more. */
const MAX_WINDOW_BYTES = 128 * 1024 * 1024;
const HEADER_BYTES = 14;

async function* unzstandardized(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let output: Uint8Array[] = [];
  const decompress = new Decompress((part) => output.push(part));
  const push = (input: Uint8Array, isLast: boolean): Uint8Array[] => {
    output = [];
    try {
      decompress.push(input, isLast);
    } catch (error) {
      throw new UnreadableSourceError(`is not Zstandard, or it is damaged: ${(error as Error).message}`);
    }
    return output;
  };
  for await (const chunk of withCheckedHeader(chunks)) {
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      yield* push(chunk.subarray(start, start + SLICE_BYTES), false);
    }
  }
  yield* push(new Uint8Array(), true);
}

/** The same bytes, once the first of them have shown how much memory unpacking takes. */
function withCheckedHeader(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  return withHead(chunks, HEADER_BYTES, (head) => {
    refuseOtherThanZstandard(head);
    return head;
  });
}

/** Reads the header of the first frame (RFC 8878, section 3.1.1.1). */
function refuseOtherThanZstandard(head: Buffer): void {
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
}
