import { open, stat as statOf } from 'node:fs/promises';
import { gunzipped } from '../../import/own/decompression.js';
import { UnreadableSourceError } from '../../import/own/source-record.js';
import { CommandError, type Terminal } from '../output/terminal.js';
import { nameOf, STDIN, unreadable } from '../files.js';

export interface Source {
  /** Yields the bytes, unpacked when the name of the file ends with `.gz`. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The size is in bytes; null when it is not known. */
  readonly size: number | null;
  /** Counts the bytes of the file that have been read so far. */
  readonly bytesRead: () => number;
}

const CHUNK_BYTES = 256 * 1024;

/** Opens a file, or standard input for `-`, for some work. @throws CommandError when it cannot be read, or has the wrong contents */
export async function withSource<Result>(
  terminal: Terminal,
  file: string,
  work: (source: Source) => Promise<Result>,
): Promise<Result> {
  if (/\.zst$/i.test(file))
    throw new CommandError(`The file ${file} is packed by Zstandard: unpack it with zstd -d ${file}.`);
  const input = file === STDIN ? standardInput(terminal) : await openFile(terminal, file);
  try {
    return await withNamedFile(file, () => work(sourceOf(file, input)));
  } finally {
    await input.close();
  }
}

/** Reads a file whose contents may be wrong. @throws CommandError that names the file */
export async function withNamedFile<Result>(file: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableSourceError)) throw error;
    throw new CommandError(`${nameOf(file)} ${error.message}.`, { cause: error });
  }
}

interface OpenInput extends Pick<Source, 'size'> {
  readonly stream: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

function standardInput({ io }: Terminal): OpenInput {
  return { stream: io.stdin, size: null, close: () => Promise.resolve() };
}

async function openFile(terminal: Terminal, file: string): Promise<OpenInput> {
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

function sourceOf(file: string, { stream, size }: OpenInput): Source {
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
