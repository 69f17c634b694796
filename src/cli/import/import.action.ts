import { FEATURES } from '../../app/feature-modules.js';
import { csvFileRecords } from '../../import/own/csv.reader.js';
import { TranslationTally } from '../../import/foreign/translation-tally.js';
import { linesOf, NOT_UTF8 } from '../../import/own/lines.reader.js';
import { ndjsonFileRecords } from '../../import/own/ndjson.reader.js';
import { ReasonTally } from '../../import/own/reason-tally.js';
import { UnreadableSourceError, type SourceRecord } from '../../import/own/source-record.js';
import { TicketImportService, type ImportCounts } from '../../import/own/ticket-import.service.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { CommandError } from '../command-error.js';
import { STDIN } from '../files.js';
import { importCommentFiles, planCommentFiles, type CommentFiles } from './import-comment-files.js';
import { ForeignImport, sayPlan, sayUnmapped, type ForeignSettings } from './import-foreign.js';
import { sentenceOf, startImportProgress } from './import-progress.js';
import { openSource, type Source } from './import-source.js';
import { occurrences } from '../output/texts.js';
import { RejectsFile } from '../rejects-file.js';
import { withWorkspace } from '../session.js';
import type { Terminal } from '../output/terminal.js';

/** The options of `import tickets`. */
export interface ImportSettings extends ForeignSettings {
  readonly format?: 'ndjson' | 'csv';
  readonly raw?: true;
  readonly dryRun?: true;
  readonly dropUnmapped?: true;
  readonly json?: true;
}

/** One import: the file that it reads, and the file for refused lines. */
interface Import {
  readonly terminal: Terminal;
  readonly service: TicketImportService;
  readonly scope: TenantScope;
  readonly file: string;
  readonly source: Source;
  readonly rejects: RejectsFile;
  readonly settings: ImportSettings;
}

/**
 * Imports the tickets of a file. It shows the progress and at the end how many lines were imported and refused. With `dryRun`
 * it only shows what an import would do.
 * @throws CommandError when lines were refused; the other lines are imported. Also when a value of another system has no
 *   counterpart; then nothing is imported
 */
export async function importTickets(
  terminal: Terminal,
  subdomain: string,
  file: string,
  settings: ImportSettings,
): Promise<void> {
  if (settings.from !== undefined && file === STDIN) {
    throw new CommandError(
      'Tickets of another system cannot come from standard input, because they are read twice: name a file instead of -.',
    );
  }
  const source = await openSource(terminal, file);
  const rejects = new RejectsFile(terminal, `${file === STDIN ? 'stdin' : file}.rejects.ndjson`);
  try {
    const counts = await withWorkspace(terminal, subdomain, FEATURES, async ({ app, scope }) => {
      const work = {
        terminal,
        service: app.get(TicketImportService),
        scope,
        file,
        source,
        rejects,
        settings,
      };
      return settings.dryRun ? planImport(work) : runImport(work);
    });
    const { rejected, comments } = counts;
    if (rejected > 0 || (comments && comments.rejected > 0)) throw new CommandError(sentenceOf(counts));
    terminal.say(sentenceOf(counts));
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
  const foreign = await foreignImport(work);
  if (foreign !== null) await survey(work, foreign);
  const counts = await runTickets(work, foreign);
  return foreign === null ? counts : importCommentFiles(commentFiles(work, foreign), counts);
}

async function runTickets(work: Import, foreign: ForeignImport | null): Promise<ImportCounts> {
  const { terminal, service, scope, source, rejects, settings } = work;
  const records = foreign === null ? await ownRecords(work) : foreign.records(source);
  await rejects.clear();
  const progress = startImportProgress(terminal, source, settings.json === true);
  const reasons = new ReasonTally();
  let isDone = false;
  try {
    const counts = await service.importRecords(scope, records, {
      onReject: (rejected) => {
        reasons.add(rejected);
        return rejects.add(rejected);
      },
      onProgress: (now) => {
        progress.show(now);
      },
      onOnlyTicket: (ticket) => {
        progress.name(ticket);
      },
    });
    // Files of comments follow, and say when all is done.
    isDone = foreign === null || foreign.commentFiles.length === 0;
    if (counts.rejected > 0) terminal.say(`The refused lines and the reasons are in ${rejects.path}.`);
    sayWhy(terminal, counts, reasons);
    return counts;
  } finally {
    progress.end(isDone);
  }
}

function commentFiles({ terminal, service, scope, settings }: Import, foreign: ForeignImport): CommentFiles {
  const isForPrograms = settings.json === true;
  return { terminal, service, scope, foreign, from: settings.from ?? '', isForPrograms };
}

/** Says the commonest reason when every line was refused, and how many lines are no text in UTF-8. */
function sayWhy(
  terminal: Terminal,
  { imported, updated, unchanged }: ImportCounts,
  { list }: ReasonTally,
): void {
  const [commonest] = list;
  const damaged = list.find(({ reason }) => reason.endsWith(NOT_UTF8));
  if (commonest && imported + updated + unchanged === 0)
    terminal.say(
      `Every line was refused, most of them for this: ${commonest.reason}, ${occurrences(commonest)}.`,
    );
  if (damaged) terminal.say(`The file is not all text in UTF-8 (${occurrences(damaged)}): save it in UTF-8.`);
}

/** @throws CommandError when a value of another system has no counterpart and must not be left out */
async function survey({ terminal, file, settings }: Import, foreign: ForeignImport): Promise<void> {
  const tally = new TranslationTally();
  await foreign.survey(file, tally);
  sayUnmapped(terminal, tally);
  let isUnmapped = tally.unmapped.length > 0;
  for (const name of foreign.commentFiles) {
    const ofComments = new TranslationTally();
    await foreign.surveyComments(name, ofComments);
    sayUnmapped(terminal, ofComments, name);
    isUnmapped ||= ofComments.unmapped.length > 0;
  }
  if (isUnmapped && !settings.dropUnmapped) {
    throw new CommandError(
      'Nothing was imported. Name counterparts in a file for --mapping, or leave these values out with --drop-unmapped.',
    );
  }
}

async function planImport(work: Import): Promise<ImportCounts> {
  const { terminal, service, scope, source, settings } = work;
  const [reasons, words] = [new ReasonTally(), new TranslationTally()];
  const foreign = await foreignImport(work);
  const records = foreign === null ? await ownRecords(work) : foreign.records(source, words);
  const seen = new Set<string>();
  const ofTickets = await service.planRecords(scope, withIdsIn(records, foreign, seen), {
    onReject: (rejected) => {
      reasons.add(rejected);
    },
  });
  sayPlan(terminal, words);
  if (reasons.list.length > 0) terminal.say('These lines would be refused:');
  for (const tallied of reasons.list) terminal.say(`  ${tallied.reason}: ${occurrences(tallied)}`);
  const { counts, isUnmapped } =
    foreign === null
      ? { counts: ofTickets, isUnmapped: false }
      : await planCommentFiles(commentFiles(work, foreign), ofTickets, (id) => seen.has(id));
  if ((words.unmapped.length > 0 || isUnmapped) && !settings.dropUnmapped) {
    terminal.say(
      'Nothing was written. An import would not begin because of these values. Without them it would give:',
    );
    throw new CommandError(sentenceOf(counts));
  }
  terminal.say('Nothing was written. An import would give:');
  return counts;
}

/** The tickets of another system; null when the file is one of ours. */
async function foreignImport({
  terminal,
  service,
  scope,
  file,
  settings,
}: Import): Promise<ForeignImport | null> {
  if (settings.from === undefined) return null;
  const known = { names: await service.names(scope), memberKeys: await service.memberKeys(scope) };
  return ForeignImport.prepare(terminal, settings.from, file, settings, known);
}

/** The same records; `seen` gets the ids of their tickets when files of comments need them. */
async function* withIdsIn(
  records: AsyncIterable<SourceRecord>,
  foreign: ForeignImport | null,
  seen: Set<string>,
): AsyncGenerator<SourceRecord> {
  const isNeeded = foreign !== null && foreign.commentFiles.length > 0;
  for await (const record of records) {
    const id = record.draft.value?.externalId;
    if (isNeeded && typeof id === 'string') seen.add(id);
    yield record;
  }
}

async function ownRecords({
  service,
  scope,
  file,
  source,
  settings,
}: Import): Promise<AsyncIterable<SourceRecord>> {
  if ((settings.format ?? formatOf(file)) === 'ndjson') return ndjsonFileRecords(linesOf(source.chunks));
  const { fields } = await service.names(scope);
  return csvFileRecords(source.chunks, fields, settings.raw);
}

function formatOf(file: string): 'ndjson' | 'csv' {
  return /\.csv(\.gz)?$/i.test(file) ? 'csv' : 'ndjson';
}
