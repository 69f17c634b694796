import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, readlink, realpath, rename, rm, stat as statOf } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ConversationsModule } from '../../conversations/conversations.module.js';
import { type ExportProgress, TicketExportService } from '../../tickets/export/ticket-export.service.js';
import { CommandError, type Terminal } from '../output/terminal.js';
import { unwritable } from '../files.js';
import { startProgress } from '../output/progress.js';
import { writeFile } from '../output/standard-output.js';
import { withWorkspace, type WorkspaceSession } from '../session.js';
import { counted } from '../../kernel/text.js';

interface ExportOptions {
  readonly format?: 'ndjson' | 'csv';
  readonly raw?: boolean;
  readonly since?: Date;
  readonly withComments?: boolean;
  readonly output?: string;
}

/** Writes the tickets of a workspace to a file or to standard output. @throws CommandError when it cannot be written */
export async function exportTickets(
  terminal: Terminal,
  subdomain: string,
  { format, raw = false, since, withComments = false, output }: ExportOptions,
): Promise<void> {
  const written = format ?? formatOf(output);
  if (raw && written !== 'csv') throw new CommandError('--raw is for CSV. Add --format csv.');
  if (withComments && written !== 'ndjson')
    throw new CommandError(
      '--with-comments is for NDJSON, because a cell cannot hold comments. Leave CSV out.',
    );
  const exported = await withWorkspace(terminal, subdomain, [ConversationsModule], async (session) => {
    const progress = startProgress(terminal, null);
    let last: ExportProgress = { exported: 0, number: 0, lastNumber: 0, comments: withComments ? 0 : null };
    try {
      const bytes = session.app.get(TicketExportService).exportTickets(session.scope, {
        format: raw ? 'raw_csv' : written,
        ...(since === undefined ? {} : { since }),
        withComments,
        onProgress: (now) => {
          last = now;
          progress.show(
            now.exported,
            `${counted(now.exported, 'ticket')}, number ${now.number} of ${now.lastNumber}`,
          );
        },
      });
      return (await writeExport(terminal, session, output, bytes)) ? last : null;
    } finally {
      progress.end();
    }
  });
  if (exported !== null) terminal.say(sentenceOf(exported));
}

function sentenceOf({ exported, comments }: ExportProgress): string {
  return comments === null
    ? `${exported} exported`
    : `${exported} exported with ${counted(comments, 'comment')}`;
}

function formatOf(output = ''): 'ndjson' | 'csv' {
  return /\.csv(\.gz)?$/i.test(output) ? 'csv' : 'ndjson';
}

/** The process takes the rights of its umask away from those of a new file. A file that is there keeps its own. */
const NEW_FILE = 0o666;

/** Writes an export to standard output, or to a file that gets its name at the end. @returns whether the reader took everything */
async function writeExport(
  terminal: Terminal,
  { onLeave }: WorkspaceSession,
  file: string | undefined,
  bytes: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  if (file === undefined) return writeFile(terminal, bytes);
  const pack = (to: Writable): Promise<void> =>
    /\.gz$/i.test(file) ? pipeline(bytes, createGzip({ level: 3 }), to) : pipeline(bytes, to);
  try {
    const path = await behindLinks(terminal.pathOf(file));
    const known = await statOf(path).catch(() => null);
    // A pipe or a device must not be replaced by a file.
    if (known !== null && !known.isFile()) {
      return await takesAll(pack(createWriteStream(path)));
    }
    // Another export to the same file has another name until then.
    const partial = `${path}.${randomBytes(6).toString('hex')}.partial`;
    onLeave(() => rm(partial, { force: true }));
    await pack(
      createWriteStream(partial, { flags: 'wx', mode: known === null ? NEW_FILE : known.mode & 0o777 }),
    );
    if (known !== null) await chmod(partial, known.mode & 0o777);
    await rename(partial, path);
    return true;
  } catch (error) {
    throw isOfFiles(error) ? unwritable(file, error) : error;
  }
}

/** Follows links, which stay: the file behind them is written, also one that is not there yet. */
async function behindLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const target = await readlink(path).catch(() => null);
    return target === null ? path : behindLinks(resolve(dirname(path), target));
  }
}

/** Waits for writing into a pipe. Its reader may stop early, as `head` does. */
async function takesAll(writing: Promise<void>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return false;
    throw error;
  }
}

/** Tells whether an error comes from a file: it names one of these system calls. */
function isOfFiles(error: unknown): boolean {
  const { syscall = '' } = error as NodeJS.ErrnoException;
  return ['realpath', 'open', 'write', 'writev', 'chmod', 'rename', 'close', 'fsync'].includes(syscall);
}
