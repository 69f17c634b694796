import { open } from 'node:fs/promises';
import { linesOf } from '../import/lines.js';
import { TicketImportService, type ImportCounts } from '../import/ticket-import.service.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import { CommandError } from './command-error.js';
import { STDIN, unreadable } from './files.js';
import { say } from './output.js';
import { startProgress } from './progress.js';
import { RejectsFile } from './rejects-file.js';
import { withSession } from './session.js';

/** What an import reads. */
interface Source {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Bytes; null when nobody knows. */
  readonly size: number | null;
  close(): Promise<void>;
}

/**
 * Imports the tickets of a file, tells how far it is and at last how many lines came to what.
 * @throws CommandError when lines were refused; the others are imported
 */
export async function importTickets(subdomain: string, file: string): Promise<void> {
  const source = await openSource(file);
  const rejects = new RejectsFile(`${file === STDIN ? 'stdin' : file}.rejects.ndjson`);
  try {
    const counts = await importFrom(subdomain, source, rejects);
    if (counts.rejected > 0) say(`The refused lines and the reasons are in ${rejects.path}.`);
    if (counts.rejected > 0) throw new CommandError(sentenceOf(counts));
    say(sentenceOf(counts));
  } finally {
    await rejects.close();
    await source.close();
  }
}

function importFrom(subdomain: string, source: Source, rejects: RejectsFile): Promise<ImportCounts> {
  return withSession(async (app) => {
    const scope = await app.get(WorkspacesService).scopeOf(subdomain);
    await rejects.clear();
    const progress = startProgress(source.size);
    let read = 0;
    const counted = linesOf(
      eachWith(source.chunks, (chunk) => {
        read += chunk.length;
      }),
    );
    try {
      return await app.get(TicketImportService).importTickets(scope, counted, {
        onReject: (rejected) => rejects.add(rejected),
        onProgress: (counts) => {
          progress.show(read, sentenceOf(counts));
        },
      });
    } finally {
      progress.end();
    }
  });
}

async function openSource(file: string): Promise<Source> {
  if (file === STDIN) return { chunks: process.stdin, size: null, close: () => Promise.resolve() };
  try {
    const handle = await open(file);
    const stat = await handle.stat();
    if (stat.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
    return {
      chunks: handle.createReadStream({ autoClose: false, highWaterMark: 256 * 1024 }),
      size: stat.isFile() ? stat.size : null,
      close: () => handle.close(),
    };
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function* eachWith<Item>(items: AsyncIterable<Item>, note: (item: Item) => void): AsyncGenerator<Item> {
  for await (const item of items) {
    note(item);
    yield item;
  }
}

function sentenceOf({ imported, updated, unchanged, rejected }: ImportCounts): string {
  return `${imported} imported, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected`;
}
