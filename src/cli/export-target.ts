import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { unwritable, unwritableOutput } from './files.js';

/** Where an export goes. */
export interface Target {
  /**
   * Writes everything, as fast as it is taken.
   * @returns whether it was taken to the end
   */
  write(bytes: AsyncIterable<Uint8Array>): Promise<boolean>;
}

/** Standard output, or a file, which gets its name when it is whole. */
export function openTarget(file: string | undefined): Target {
  return file === undefined ? { write: toStandardOutput } : { write: (bytes) => toFile(file, bytes) };
}

/** Whoever reads may stop, as `head` does: then there is nothing more to do. */
async function toStandardOutput(bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  try {
    await pipeline(bytes, process.stdout, { end: false });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE') return false;
    if (code === 'ENOSPC' || code === 'EIO') throw unwritableOutput(error);
    throw error;
  }
}

async function toFile(file: string, bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  const partial = `${file}.partial`;
  try {
    await (/\.gz$/i.test(file)
      ? pipeline(bytes, createGzip({ level: 3 }), createWriteStream(partial))
      : pipeline(bytes, createWriteStream(partial)));
    await rename(partial, file);
    return true;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw isOfFiles(error) ? unwritable(file, error) : error;
  }
}

/** Errors of the file system name the call that failed; those of connections are about something else. */
function isOfFiles(error: unknown): boolean {
  const { syscall = '' } = error as NodeJS.ErrnoException;
  return ['open', 'write', 'writev', 'rename', 'close', 'fsync'].includes(syscall);
}
