import { FEATURES } from '../../app/feature-modules.js';
import { foreignRecords } from '../../import/foreign/foreign-records.reader.js';
import { TranslationTally } from '../../import/foreign/translation-tally.js';
import { csvFileRecords } from '../../import/own/csv.reader.js';
import { linesOf, NOT_UTF8 } from '../../import/own/lines.reader.js';
import { ndjsonFileRecords } from '../../import/own/ndjson.reader.js';
import type { SourceRecord } from '../../import/own/source-record.js';
import { ReasonTally } from '../../import/own/tally.js';
import { TicketImportService, type ImportCounts } from '../../import/own/ticket-import.service.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TicketReaderService } from '../../tickets/read/ticket-reader.service.js';
import { CommandError } from '../command-error.js';
import type { JsonOption } from '../desk-command.js';
import { STDIN } from '../files.js';
import type { Terminal } from '../output/terminal.js';
import { occurrences } from '../output/texts.js';
import { RejectsFile } from '../rejects-file.js';
import { withWorkspace } from '../session.js';
import { importCommentFiles, planCommentFiles, sayReasons } from './import-comment-files.js';
import {
  listUnmapped,
  prepareForeign,
  sayPlan,
  type ForeignImport,
  type ForeignOptions,
} from './import-foreign.js';
import { sentenceOf, startImportProgress } from './import-progress.js';
import { withSource, type Source } from './import-source.js';

interface ImportOptions extends ForeignOptions, JsonOption {
  readonly format?: 'ndjson' | 'csv';
  readonly raw?: true;
  readonly dryRun?: true;
  readonly dropUnmapped?: true;
}

interface Import {
  readonly terminal: Terminal;
  readonly service: TicketImportService;
  readonly tickets: TicketReaderService;
  readonly scope: TenantScope;
  readonly file: string;
  readonly source: Source;
  readonly rejects: RejectsFile;
  readonly options: ImportOptions;
  /** Null when the file is one of ours. */
  readonly foreign: ForeignImport | null;
}

/**
 * Imports the tickets of a file, or shows with `--dry-run` what an import would do.
 * @throws CommandError when lines were refused, and when a value of another system has no counterpart: then nothing is imported
 */
export async function importTickets(
  terminal: Terminal,
  subdomain: string,
  file: string,
  options: ImportOptions,
): Promise<void> {
  if (options.from !== undefined && file === STDIN) {
    throw new CommandError(
      'Tickets of another system cannot come from standard input, because they are read twice: name a file instead of -.',
    );
  }
  await withSource(terminal, file, async (source) => {
    const rejects = new RejectsFile(terminal, `${file === STDIN ? 'stdin' : file}.rejects.ndjson`);
    try {
      const counts = await withWorkspace(terminal, subdomain, FEATURES, async ({ app, scope }) => {
        const [service, tickets] = [app.get(TicketImportService), app.get(TicketReaderService)];
        const foreign = await prepareForeign(terminal, file, options, tickets, scope);
        const work = { terminal, service, tickets, scope, file, source, rejects, options, foreign };
        return options.dryRun ? planImport(work) : runImport(work);
      });
      if (counts.rejected > 0 || (counts.comments?.rejected ?? 0) > 0)
        throw new CommandError(sentenceOf(counts));
      terminal.say(sentenceOf(counts));
    } finally {
      await rejects.close();
    }
  });
}

/** @throws CommandError when a value of another system has no counterpart and must not be left out */
async function runImport(work: Import): Promise<ImportCounts> {
  const { terminal, file, options, foreign } = work;
  if (foreign === null) return runTickets(work);
  if ((await listUnmapped(terminal, foreign, file)) && !options.dropUnmapped) {
    throw new CommandError(
      'Nothing was imported. Name counterparts in a file for --mapping, or leave these values out with --drop-unmapped.',
    );
  }
  return importCommentFiles({ ...work, foreign }, await runTickets(work));
}

async function runTickets(work: Import): Promise<ImportCounts> {
  const { terminal, service, scope, source, rejects, options, foreign } = work;
  const records = await recordsOf(work);
  await rejects.clear();
  const progress = startImportProgress(terminal, source, options);
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

/** Says the commonest reason when every line was refused, and how many lines are no text in UTF-8. */
function sayWhy(
  terminal: Terminal,
  { imported, updated, unchanged }: ImportCounts,
  { list }: ReasonTally,
): void {
  const [commonest] = list;
  const damaged = list.find(({ item: reason }) => reason.endsWith(NOT_UTF8));
  if (commonest && imported + updated + unchanged === 0)
    terminal.say(
      `Every line was refused, most of them for this: ${commonest.item}, ${occurrences(commonest)}.`,
    );
  if (damaged) terminal.say(`The file is not all text in UTF-8 (${occurrences(damaged)}): save it in UTF-8.`);
}

async function planImport(work: Import): Promise<ImportCounts> {
  const { terminal, service, scope, options, foreign } = work;
  const [reasons, tally] = [new ReasonTally(), new TranslationTally()];
  const records = await recordsOf(work, tally);
  const seen = new Set<string>();
  const ofTickets = await service.planRecords(scope, withIdsIn(records, foreign, seen), {
    onReject: (rejected) => {
      reasons.add(rejected);
    },
  });
  sayPlan(terminal, tally);
  sayReasons(terminal, 'These lines would be refused:', reasons);
  const { counts, isUnmapped } =
    foreign === null
      ? { counts: ofTickets, isUnmapped: false }
      : await planCommentFiles({ ...work, foreign }, ofTickets, (id) => seen.has(id));
  if ((tally.unmapped.length > 0 || isUnmapped) && !options.dropUnmapped) {
    terminal.say(
      'Nothing was written. An import would not begin because of these values. Without them it would give:',
    );
    throw new CommandError(sentenceOf(counts));
  }
  terminal.say('Nothing was written. An import would give:');
  return counts;
}

/** Yields the same records. `seen` gets the ids of their tickets when files of comments need them. */
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

/** Reads the records of the file. `tally` counts the translations of another system's words. */
async function recordsOf(
  { tickets, scope, file, source: { chunks }, options, foreign }: Import,
  tally?: TranslationTally,
): Promise<AsyncIterable<SourceRecord>> {
  if (foreign !== null) return foreignRecords(chunks, { ...foreign.reading, tally });
  const format = options.format ?? (/\.csv(\.gz)?$/i.test(file) ? 'csv' : 'ndjson');
  if (format === 'ndjson') return ndjsonFileRecords(linesOf(chunks));
  const { fields } = await tickets.names(scope);
  return csvFileRecords(chunks, fields, options.raw);
}
