import { open, stat as statOf } from 'node:fs/promises';
import { compressionOf, decompressed } from '../../import/own/decompression.js';
import { STDIN, unreadable } from '../files.js';
import type { Terminal } from '../terminal.js';

/** The input of an import. */
export interface Source {
  /** The bytes. A file with the ending of a compressed file is decompressed. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The size of the file in bytes; null when it is not known. */
  readonly size: number | null;
  /** How many bytes of the file have been read so far. */
  readonly bytesRead: () => number;
  close(): Promise<void>;
}

const CHUNK_BYTES = 256 * 1024;

/**
 * Opens a file, or standard input for `-`.
 * @throws CommandError when it cannot be opened, or later when it cannot be read
 */
export async function openSource(terminal: Terminal, file: string): Promise<Source> {
  if (file === STDIN) return sourceOf(file, terminal.io.stdin, null, () => Promise.resolve());
  try {
    const stat = await statOf(terminal.pathOf(file));
    if (stat.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
    const handle = await open(terminal.pathOf(file));
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
