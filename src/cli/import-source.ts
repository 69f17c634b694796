import { open } from 'node:fs/promises';
import { compressionOf, decompressed } from '../import/decompression.js';
import { STDIN, unreadable } from './files.js';

/** What an import reads. */
export interface Source {
  /** The bytes, unpacked when the file's name ends as that of a packed file. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Bytes as they are stored; null when nobody knows. */
  readonly size: number | null;
  /** How many of them have been read so far. */
  readonly bytesRead: () => number;
  close(): Promise<void>;
}

const CHUNK_BYTES = 256 * 1024;

/**
 * Opens a file, or standard input for `-`.
 * @throws CommandError when it cannot be read, also later while it is
 */
export async function openSource(file: string): Promise<Source> {
  if (file === STDIN) return sourceOf(file, process.stdin, null, () => Promise.resolve());
  try {
    const handle = await open(file);
    const stat = await handle.stat();
    if (stat.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
    const stream = handle.createReadStream({ autoClose: false, highWaterMark: CHUNK_BYTES });
    return sourceOf(file, stream, stat.isFile() ? stat.size : null, () => handle.close());
  } catch (error) {
    throw unreadable(file, error);
  }
}

function sourceOf(
  file: string,
  stream: AsyncIterable<Uint8Array>,
  size: number | null,
  close: () => Promise<void>,
): Source {
  let read = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of stream) {
        read += chunk.length;
        yield chunk;
      }
    } catch (error) {
      throw unreadable(file, error);
    }
  };
  return { chunks: decompressed(counted(), compressionOf(file)), size, bytesRead: () => read, close };
}
