import { open, stat as statOf } from 'node:fs/promises';
import { gunzipped } from '../../import/own/decompression.js';
import { UnreadableSourceError } from '../../import/own/source-record.js';
import { CommandError } from '../command-error.js';
import { STDIN, unreadable } from '../files.js';
import type { Terminal } from '../output/terminal.js';

export interface Source {
  /** The bytes, unpacked when the name of the file ends with `.gz`. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The size of the file in bytes; null when it is not known. */
  readonly size: number | null;
  /** How many bytes of the file have been read so far. */
  readonly bytesRead: () => number;
}

const CHUNK_BYTES = 256 * 1024;

/** Works with a file, or with standard input for `-`. @throws CommandError when it cannot be read, or has the wrong contents */
export async function withSource<Result>(
  terminal: Terminal,
  file: string,
  work: (source: Source) => Promise<Result>,
): Promise<Result> {
  if (/\.zst$/i.test(file))
    throw new CommandError(`The file ${file} is packed by Zstandard: unpack it with zstd -d ${file}.`);
  const input = file === STDIN ? standardInput(terminal) : await opened(terminal, file);
  try {
    return await explained(file, () => work(sourceOf(file, input)));
  } finally {
    await input.close();
  }
}

/** Reads a file whose contents may be wrong. @throws CommandError that names the file */
export async function explained<Result>(file: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableSourceError)) throw error;
    const name = file === STDIN ? 'Standard input' : `The file ${file}`;
    throw new CommandError(`${name} ${error.message}.`, { cause: error });
  }
}

interface Opened extends Pick<Source, 'size'> {
  readonly stream: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

function standardInput({ io }: Terminal): Opened {
  return { stream: io.stdin, size: null, close: () => Promise.resolve() };
}

async function opened(terminal: Terminal, file: string): Promise<Opened> {
  try {
    const stat = await statOf(terminal.pathOf(file));
    if (stat.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
    const handle = await open(terminal.pathOf(file));
    const stream = handle.createReadStream({ autoClose: false, highWaterMark: CHUNK_BYTES });
    return { stream, size: stat.isFile() ? stat.size : null, close: () => handle.close() };
  } catch (error) {
    throw unreadable(file, error);
  }
}

function sourceOf(file: string, { stream, size }: Opened): Source {
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
  return { chunks, size, bytesRead: () => read };
}
