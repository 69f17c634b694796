import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { unwritable } from '../files.js';
import { writeFile } from '../output/standard-output.js';
import type { Terminal } from '../output/terminal.js';

/**
 * Writes an export to standard output, or to a file that gets its name when it is complete. It writes as fast as the reader takes it.
 * @returns whether the reader took everything
 */
export async function writeExport(
  terminal: Terminal,
  file: string | undefined,
  bytes: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  if (file === undefined) return writeFile(terminal, bytes);
  const path = terminal.pathOf(file);
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
