import { open, stat as statOf } from 'node:fs/promises';
import { gunzipped } from '../../import/own/decompression.js';
import { CommandError } from '../command-error.js';
import { STDIN, unreadable } from '../files.js';
import type { Terminal } from '../output/terminal.js';

/** The input of an import. */
export interface Source {
  /** The bytes, unpacked when the name of the file ends with `.gz`. */
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
  if (/\.zst$/i.test(file))
    throw new CommandError(`The file ${file} is packed by Zstandard: unpack it with zstd -d ${file}.`);
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
  const chunks = /\.gz$/i.test(file) ? gunzipped(counted()) : counted();
  return { chunks, size, bytesRead: () => read, close };
}
