import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { unwritable, unwritableOutput } from '../files.js';
import type { Terminal } from '../terminal.js';

/** Where an export goes. */
export interface Target {
  /**
   * Writes everything, as fast as the reader takes it.
   * @returns whether the reader took everything
   */
  write(bytes: AsyncIterable<Uint8Array>): Promise<boolean>;
}

/** Standard output, or a file that gets its name when it is complete. */
export function openTarget(terminal: Terminal, file: string | undefined): Target {
  return {
    write: (bytes) =>
      file === undefined
        ? toStandardOutput(terminal.io.stdout, bytes)
        : toFile(file, terminal.pathOf(file), bytes),
  };
}

/** The reader may stop early, as `head` does. Then there is nothing more to do. */
async function toStandardOutput(stdout: Writable, bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  try {
    await pipeline(bytes, stdout, { end: false });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE') return false;
    if (code === 'ENOSPC' || code === 'EIO') throw unwritableOutput(error);
    throw error;
  }
}

async function toFile(file: string, path: string, bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  const partial = `${path}.partial`;
  try {
    await (/\.gz$/i.test(file)
      ? pipeline(bytes, createGzip({ level: 3 }), createWriteStream(partial))
      : pipeline(bytes, createWriteStream(partial)));
    await rename(partial, path);
    return true;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw isOfFiles(error) ? unwritable(file, error) : error;
  }
}

/** Whether an error comes from a file: it names one of these system calls. */
function isOfFiles(error: unknown): boolean {
  const { syscall = '' } = error as NodeJS.ErrnoException;
  return ['open', 'write', 'writev', 'rename', 'close', 'fsync'].includes(syscall);
}
