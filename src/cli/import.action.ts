import { csvFileRecords } from '../import/csv.js';
import { TranslationTally } from '../import/foreign/translation-tally.js';
import { linesOf } from '../import/lines.js';
import { ndjsonFileRecords } from '../import/ndjson.js';
import { ReasonTally } from '../import/reason-tally.js';
import { UnreadableSourceError, type SourceRecord } from '../import/source-record.js';
import { TicketImportService, type ImportCounts } from '../import/ticket-import.service.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { CommandError } from './command-error.js';
import { STDIN } from './files.js';
import { ForeignImport, sayPlan, sayUnmapped, type ForeignSettings } from './import-foreign.js';
import { sentenceOf, startImportProgress } from './import-progress.js';
import { openSource, type Source } from './import-source.js';
import { occurrences, say, visible } from './output.js';
import { RejectsFile } from './rejects-file.js';
import { withWorkspace } from './session.js';

/** What `import tickets` can be told. */
export interface ImportSettings extends ForeignSettings {
  readonly format?: 'ndjson' | 'csv';
  readonly dryRun?: true;
  readonly dropUnmapped?: true;
  readonly json?: true;
}

/** One import: what it reads, and where it leaves what it refuses. */
interface Import {
  readonly service: TicketImportService;
  readonly scope: TenantScope;
  readonly file: string;
  readonly source: Source;
  readonly rejects: RejectsFile;
  readonly settings: ImportSettings;
}

/**
 * Imports the tickets of a file, tells how far it is and at last how many lines came to what; with `dryRun` only says what
 * would come of it.
 * @throws CommandError when lines were refused, the others are imported; and when something of another system has no
 *   counterpart, then nothing is
 */
export async function importTickets(
  subdomain: string,
  file: string,
  settings: ImportSettings,
): Promise<void> {
  if (settings.from !== undefined && file === STDIN) {
    throw new CommandError('Tickets of another system are read twice: name a file instead of -.');
  }
  const source = await openSource(file);
  const rejects = new RejectsFile(`${file === STDIN ? 'stdin' : file}.rejects.ndjson`);
  try {
    const counts = await withWorkspace(subdomain, async (app, scope) => {
      const work = { service: app.get(TicketImportService), scope, file, source, rejects, settings };
      return settings.dryRun ? planImport(work) : runImport(work);
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

async function runImport(work: Import): Promise<ImportCounts> {
  const { service, scope, source, rejects, settings } = work;
  const records = await mappedRecords(work);
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

/** The records once it is known that every word of another system has a counterpart, or may be left out. */
async function mappedRecords(work: Import): Promise<AsyncIterable<SourceRecord>> {
  const { file, source, settings } = work;
  const foreign = await foreignImport(work);
  if (foreign === null) return ownRecords(work);
  const tally = new TranslationTally();
  await foreign.survey(file, tally);
  sayUnmapped(tally);
  if (tally.unmapped.length > 0 && !settings.dropUnmapped) {
    throw new CommandError(
      'Nothing was imported. Name counterparts in a file for --mapping, or leave these out with --drop-unmapped.',
    );
  }
  return foreign.records(source);
}

async function planImport(work: Import): Promise<ImportCounts> {
  const { service, scope, source, settings } = work;
  const [reasons, words] = [new ReasonTally(), new TranslationTally()];
  const foreign = await foreignImport(work);
  const records = foreign === null ? await ownRecords(work) : foreign.records(source, words);
  const counts = await service.planRecords(scope, records, {
    onReject: (rejected) => {
      reasons.add(rejected);
    },
  });
  sayPlan(words);
  if (reasons.list.length > 0) say('These lines would be refused:');
  for (const tallied of reasons.list) say(visible(`  ${tallied.reason}: ${occurrences(tallied)}`));
  if (words.unmapped.length > 0 && !settings.dropUnmapped) {
    say('Nothing was written, and an import would refuse to begin. Without these words it would come to:');
    throw new CommandError(sentenceOf(counts));
  }
  say('Nothing was written. An import would come to:');
  return counts;
}

/** The tickets of another system; null when the file is one of ours. */
async function foreignImport({ service, scope, file, settings }: Import): Promise<ForeignImport | null> {
  if (settings.from === undefined) return null;
  return ForeignImport.prepare(settings.from, file, settings, await service.vocabulary(scope));
}

async function ownRecords({
  service,
  scope,
  file,
  source,
  settings,
}: Import): Promise<AsyncIterable<SourceRecord>> {
  if ((settings.format ?? formatOf(file)) === 'ndjson') return ndjsonFileRecords(linesOf(source.chunks));
  const { fields } = await service.vocabulary(scope);
  return csvFileRecords(source.chunks, fields);
}

function formatOf(file: string): 'ndjson' | 'csv' {
  return /\.csv(\.gz|\.zst)?$/i.test(file) ? 'csv' : 'ndjson';
}
