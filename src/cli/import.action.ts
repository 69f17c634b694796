import type { INestApplicationContext } from '@nestjs/common';
import { csvFileRecords } from '../import/csv.js';
import { linesOf, rawLinesOf } from '../import/lines.js';
import { ndjsonFileRecords } from '../import/ndjson.js';
import { ReasonTally } from '../import/reason-tally.js';
import { UnreadableSourceError, type SourceRecord } from '../import/source-record.js';
import { TicketImportService, type ImportCounts } from '../import/ticket-import.service.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import { CommandError } from './command-error.js';
import { STDIN } from './files.js';
import { sentenceOf, startImportProgress } from './import-progress.js';
import { openSource, type Source } from './import-source.js';
import { say, visible } from './output.js';
import { RejectsFile } from './rejects-file.js';
import { withSession } from './session.js';

/** What `import tickets` can be told. */
export interface ImportSettings {
  readonly format?: 'ndjson' | 'csv';
  readonly dryRun?: true;
  readonly json?: true;
}

/** Where the records of an import come from and what becomes of them. */
interface Import {
  readonly file: string;
  readonly source: Source;
  readonly rejects: RejectsFile;
  readonly settings: ImportSettings;
}

/**
 * Imports the tickets of a file, tells how far it is and at last how many lines came to what; with `dryRun` only says what
 * would come of it.
 * @throws CommandError when lines were refused; the others are imported
 */
export async function importTickets(
  subdomain: string,
  file: string,
  settings: ImportSettings,
): Promise<void> {
  const source = await openSource(file);
  const rejects = new RejectsFile(`${file === STDIN ? 'stdin' : file}.rejects.ndjson`);
  const work: Import = { file, source, rejects, settings };
  try {
    const counts = await withSession(async (app) => {
      const scope = await app.get(WorkspacesService).scopeOf(subdomain);
      return settings.dryRun ? planImport(app, scope, work) : runImport(app, scope, work);
    });
    if (counts.rejected > 0) throw new CommandError(sentenceOf(counts));
    say(sentenceOf(counts));
  } catch (error) {
    if (!(error instanceof UnreadableSourceError)) throw error;
    const name = file === STDIN ? 'Standard input' : `The file ${file}`;
    throw new CommandError(`${name} ${error.message}.`, { cause: error });
  } finally {
    await rejects.close();
    await source.close();
  }
}

async function runImport(
  app: INestApplicationContext,
  scope: TenantScope,
  work: Import,
): Promise<ImportCounts> {
  const { source, rejects, settings } = work;
  const service = app.get(TicketImportService);
  const records = await recordsOf(service, scope, work);
  await rejects.clear();
  const progress = startImportProgress(source, settings.json === true);
  let isDone = false;
  try {
    const counts = await service.importRecords(scope, records, {
      onReject: (rejected) => rejects.add(rejected),
      onProgress: (now) => {
        progress.show(now);
      },
    });
    isDone = true;
    if (counts.rejected > 0) say(`The refused lines and the reasons are in ${rejects.path}.`);
    return counts;
  } finally {
    progress.end(isDone);
  }
}

async function planImport(
  app: INestApplicationContext,
  scope: TenantScope,
  work: Import,
): Promise<ImportCounts> {
  const service = app.get(TicketImportService);
  const tally = new ReasonTally();
  const counts = await service.planRecords(scope, await recordsOf(service, scope, work), {
    onReject: (rejected) => {
      tally.add(rejected);
    },
  });
  for (const { reason, count, line } of tally.list) {
    say(visible(`  ${count} x ${reason} (first in line ${line})`));
  }
  say('This was a dry run: nothing was written. An import would come to:');
  return counts;
}

async function recordsOf(
  service: TicketImportService,
  scope: TenantScope,
  { file, source, settings }: Import,
): Promise<AsyncIterable<SourceRecord>> {
  if ((settings.format ?? formatOf(file)) === 'ndjson') return ndjsonFileRecords(linesOf(source.chunks));
  const { fields } = await service.vocabulary(scope);
  return csvFileRecords(rawLinesOf(source.chunks), fields);
}

function formatOf(file: string): 'ndjson' | 'csv' {
  return /\.csv(\.gz|\.zst)?$/i.test(file) ? 'csv' : 'ndjson';
}
