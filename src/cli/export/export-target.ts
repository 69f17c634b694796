import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { unwritable } from '../files.js';
import { writeFile } from '../output/standard-output.js';
import type { Terminal } from '../output/terminal.js';

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
      file === undefined ? writeFile(terminal, bytes) : toFile(file, terminal.pathOf(file), bytes),
  };
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
