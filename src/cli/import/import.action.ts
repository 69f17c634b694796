import { ImportModule } from '../../import/import.module.js';
import { foreignCommentRecords, foreignRecords } from '../../import/foreign/foreign-records.reader.js';
import { TranslationTally } from '../../import/foreign/translation-tally.js';
import { csvFileRecords } from '../../import/own/csv.reader.js';
import { linesOf, NOT_UTF8 } from '../../import/own/lines.reader.js';
import { ndjsonFileRecords } from '../../import/own/ndjson.reader.js';
import type { SourceRecord } from '../../import/own/source-record.js';
import { ReasonTally } from '../../import/own/tally.js';
import {
  sumOfComments,
  TicketImportService,
  type ImportCounts,
} from '../../import/own/ticket-import.service.js';
import { TicketReaderService } from '../../tickets/read/ticket-reader.service.js';
import { CommandError, type Terminal } from '../output/terminal.js';
import { occurrences } from '../output/texts.js';
import { withSource, type Source } from './import-source.js';
import { withWorkspace, type WorkspaceSession } from '../session.js';
import { listUnmapped, prepareForeign, sayPlan, type ForeignImport } from './import-foreign.js';
import { formatOf, refuseOptions, type ImportOptions } from './import-options.js';
import { sentenceOf, startImportProgress, type ImportProgress } from './import-progress.js';
import { RejectsFile } from './rejects-file.js';

interface Import extends Pick<WorkspaceSession, 'scope' | 'onLeave'> {
  readonly terminal: Terminal;
  readonly service: TicketImportService;
  readonly tickets: TicketReaderService;
  readonly file: string;
  readonly source: Source;
  readonly options: ImportOptions;
  /** An import of our own files has null here. */
  readonly foreign: ForeignImport | null;
}

type ForeignWork = Import & { readonly foreign: ForeignImport };
type Running<Work extends Import = Import> = Work & { readonly progress: ImportProgress };
type CommentCounts = NonNullable<ImportCounts['comments']>;

/** Imports the tickets of a file, or shows with `--dry-run` what an import would do. @throws CommandError when lines were refused */
export async function importTickets(
  terminal: Terminal,
  subdomain: string,
  file: string,
  options: ImportOptions,
): Promise<void> {
  await refuseOptions(terminal, file, options);
  await withSource(terminal, file, async (source) => {
    const counts = await withWorkspace(
      terminal,
      subdomain,
      [ImportModule],
      async ({ app, scope, onLeave }) => {
        const [service, tickets] = [app.get(TicketImportService), app.get(TicketReaderService)];
        const foreign = await prepareForeign(terminal, file, options, tickets, scope);
        const work = { terminal, service, tickets, scope, onLeave, file, source, options, foreign };
        return options.dryRun ? planImport(work) : runImport(work);
      },
    );
    if (counts.rejected > 0 || (counts.comments?.rejected ?? 0) > 0)
      throw new CommandError(sentenceOf(counts));
    terminal.say(sentenceOf(counts));
  });
}

/** Imports all files. @throws CommandError for a value that has no counterpart and must not be left out */
async function runImport(work: Import): Promise<ImportCounts> {
  const { terminal, file, options, foreign } = work;
  if (foreign !== null && (await listUnmapped(terminal, foreign, file)) && !options.dropUnmapped) {
    throw new CommandError(
      'Nothing was imported. Name counterparts in a file for --mapping, or leave these values out with --drop-unmapped.',
    );
  }
  const progress = startImportProgress(terminal, options);
  const ofTickets = await runTickets({ ...work, progress });
  const counts =
    foreign === null ? ofTickets : await importCommentFiles({ ...work, foreign, progress }, ofTickets);
  progress.end(counts, true);
  return counts;
}

async function runTickets(work: Running): Promise<ImportCounts> {
  const { terminal, service, scope, file, source, progress } = work;
  const records = await recordsOf(work);
  const rejects = await RejectsFile.begin(work, file);
  const reasons = new ReasonTally();
  return progress.during(source, async ({ show, name }) => {
    const counts = await service.importRecords(scope, records, {
      onReject: (rejected) => {
        reasons.add(rejected);
        return rejects.add(rejected);
      },
      onProgress: show,
      onOnlyTicket: name,
    });
    const path = await rejects.end();
    if (counts.rejected > 0) terminal.say(`The refused lines and the reasons are in ${path}.`);
    sayWhy(terminal, counts, reasons);
    return counts;
  });
}

/** Imports the files of comments, once their tickets are there. A file beside each gets the refused comments. */
async function importCommentFiles(
  work: Running<ForeignWork>,
  ofTickets: ImportCounts,
): Promise<ImportCounts> {
  let counts = ofTickets;
  for (const file of work.foreign.commentFiles) {
    const before = counts;
    const comments = await withSource(work.terminal, file, (source) =>
      importComments({ ...work, file, source }, before),
    );
    counts = { ...before, comments: sumOfComments(before.comments, comments) };
  }
  return counts;
}

async function importComments(work: Running<ForeignWork>, before: ImportCounts): Promise<CommentCounts> {
  const { terminal, service, scope, file, source, foreign, progress } = work;
  const { reading } = foreign;
  const rejects = await RejectsFile.begin(work, file);
  return progress.during(source, async ({ show }) => {
    const records = foreignCommentRecords(source.chunks, reading);
    const comments = await service.importComments(scope, reading.system.name, records, {
      onReject: (rejected) => rejects.add(rejected),
      onProgress: (now) => {
        show({ ...before, comments: sumOfComments(before.comments, now) });
      },
    });
    const path = await rejects.end();
    if (comments.rejected > 0) terminal.say(`The refused comments and the reasons are in ${path}.`);
    return comments;
  });
}

/** Names the most frequent reason when every line was refused, and counts the lines that are not text in UTF-8. */
function sayWhy(
  terminal: Terminal,
  { imported, updated, unchanged }: ImportCounts,
  { list }: ReasonTally,
): void {
  const [commonest] = list;
  const damaged = list.find(({ item: reason }) => reason.endsWith(NOT_UTF8));
  if (commonest && imported + updated + unchanged === 0)
    terminal.say(
      `Every line was refused. The most frequent reason: ${commonest.item} (${occurrences(commonest)}).`,
    );
  if (damaged)
    terminal.say(
      `The file has lines that are not text in UTF-8 (${occurrences(damaged)}). Save it in UTF-8.`,
    );
}

async function planImport(work: Import): Promise<ImportCounts> {
  const { terminal, service, scope, options, foreign } = work;
  const [reasons, tally] = [new ReasonTally(), new TranslationTally()];
  const records = await recordsOf(work, tally);
  const seen = new Set<string>();
  const onReject = reasons.add.bind(reasons);
  const progress = startImportProgress(terminal, options);
  const ofTickets = await progress.during(work.source, ({ show: onProgress }) =>
    service.planRecords(scope, withIdsIn(records, foreign, seen), { onReject, onProgress }),
  );
  sayPlan(terminal, tally);
  sayReasons(terminal, 'These lines would be refused:', reasons);
  const { counts, isUnmapped } =
    foreign === null
      ? { counts: ofTickets, isUnmapped: false }
      : await planCommentFiles({ ...work, foreign }, ofTickets, (id) => seen.has(id));
  const wouldBegin = options.dropUnmapped === true || (tally.unmapped.length === 0 && !isUnmapped);
  progress.end(counts, wouldBegin);
  if (!wouldBegin) {
    terminal.say(
      'Nothing was written. An import would not begin because of these values. Without them it would give:',
    );
    throw new CommandError(sentenceOf(counts));
  }
  terminal.say('Nothing was written. An import would give:');
  return counts;
}

/** Plans what `importCommentFiles` would do. `willBeThere` knows the external ids of the tickets to come. */
async function planCommentFiles(
  { terminal, service, scope, foreign: { reading, commentFiles } }: ForeignWork,
  ofTickets: ImportCounts,
  willBeThere: (ticketId: string) => boolean,
): Promise<{ readonly counts: ImportCounts; readonly isUnmapped: boolean }> {
  let counts = ofTickets;
  let isUnmapped = false;
  for (const file of commentFiles) {
    const [reasons, tally] = [new ReasonTally(), new TranslationTally()];
    const onReject = reasons.add.bind(reasons);
    const comments = await withSource(terminal, file, ({ chunks }) => {
      const records = foreignCommentRecords(chunks, { ...reading, tally });
      return service.planComments(scope, reading.system.name, records, { willBeThere, onReject });
    });
    sayPlan(terminal, tally, file);
    sayReasons(terminal, `These comments of ${file} would be refused:`, reasons);
    isUnmapped ||= tally.unmapped.length > 0;
    counts = { ...counts, comments: sumOfComments(counts.comments, comments) };
  }
  return { counts, isUnmapped };
}

function sayReasons(terminal: Terminal, title: string, { list }: ReasonTally): void {
  if (list.length > 0) terminal.say(title);
  for (const tallied of list) terminal.say(`  ${tallied.item}: ${occurrences(tallied)}`);
}

/** Yields the same records. `seen` gets the ids of their tickets when files of comments need them. */
async function* withIdsIn(
  records: AsyncIterable<SourceRecord>,
  foreign: ForeignImport | null,
  seen: Set<string>,
): AsyncGenerator<SourceRecord> {
  const isNeeded = foreign !== null && foreign.commentFiles.length > 0;
  for await (const record of records) {
    const id = record.input.value?.externalId;
    if (isNeeded && typeof id === 'string') seen.add(id);
    yield record;
  }
}

/** Reads the records of the file. `tally` counts the translations of another system's words. */
async function recordsOf(
  { tickets, scope, file, source: { chunks }, options, foreign }: Import,
  tally?: TranslationTally,
): Promise<AsyncIterable<SourceRecord>> {
  if (foreign !== null) return foreignRecords(chunks, { ...foreign.reading, tally });
  if (formatOf(file, options) === 'ndjson') return ndjsonFileRecords(linesOf(chunks));
  const { fields } = await tickets.names(scope);
  return csvFileRecords(chunks, fields, options.raw);
}
