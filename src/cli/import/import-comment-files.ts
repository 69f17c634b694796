import { foreignCommentRecords } from '../../import/foreign/foreign-comments.reader.js';
import { TranslationTally } from '../../import/foreign/translation-tally.js';
import { ReasonTally } from '../../import/own/tally.js';
import {
  sumOfComments,
  type ImportCounts,
  type TicketImportService,
} from '../../import/own/ticket-import.service.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import type { JsonOption } from '../desk-command.js';
import type { Terminal } from '../output/terminal.js';
import { occurrences } from '../output/texts.js';
import { RejectsFile } from '../rejects-file.js';
import { sayPlan, type ForeignImport } from './import-foreign.js';
import { startImportProgress } from './import-progress.js';
import { withSource } from './import-source.js';

export interface CommentFiles {
  readonly terminal: Terminal;
  readonly service: TicketImportService;
  readonly scope: TenantScope;
  readonly foreign: ForeignImport;
  readonly options: JsonOption;
}

/** Imports the files of comments, once their tickets are there. Refused comments go to a file beside each. */
export async function importCommentFiles(
  files: CommentFiles,
  ofTickets: ImportCounts,
): Promise<ImportCounts> {
  let counts = ofTickets;
  for (const file of files.foreign.commentFiles) counts = await importCommentFile(files, file, counts);
  return counts;
}

function importCommentFile(files: CommentFiles, file: string, before: ImportCounts): Promise<ImportCounts> {
  const { terminal, service, scope, foreign, options } = files;
  const { reading } = foreign;
  return withSource(terminal, file, async (source) => {
    const rejects = new RejectsFile(terminal, `${file}.rejects.ndjson`);
    await rejects.clear();
    const progress = startImportProgress(terminal, source, options);
    let isDone = false;
    try {
      const records = foreignCommentRecords(source.chunks, reading);
      const comments = await service.importComments(scope, reading.system.name, records, {
        onReject: (rejected) => rejects.add(rejected),
        onProgress: (now) => {
          progress.show({ ...before, comments: sumOfComments(before.comments, now) });
        },
      });
      isDone = true;
      if (comments.rejected > 0) terminal.say(`The refused comments and the reasons are in ${rejects.path}.`);
      return { ...before, comments: sumOfComments(before.comments, comments) };
    } finally {
      progress.end(isDone);
      await rejects.close();
    }
  });
}

/** Shows what `importCommentFiles` would do for tickets of which `willBeThere` knows the external id. */
export async function planCommentFiles(
  { terminal, service, scope, foreign: { reading, commentFiles } }: CommentFiles,
  ofTickets: ImportCounts,
  willBeThere: (ticketId: string) => boolean,
): Promise<{ readonly counts: ImportCounts; readonly isUnmapped: boolean }> {
  let counts = ofTickets;
  let isUnmapped = false;
  for (const file of commentFiles) {
    const [reasons, tally] = [new ReasonTally(), new TranslationTally()];
    const comments = await withSource(terminal, file, ({ chunks }) =>
      service.planComments(scope, reading.system.name, foreignCommentRecords(chunks, { ...reading, tally }), {
        willBeThere,
        onReject: (rejected) => {
          reasons.add(rejected);
        },
      }),
    );
    sayPlan(terminal, tally, file);
    sayReasons(terminal, `These comments of ${file} would be refused:`, reasons);
    isUnmapped ||= tally.unmapped.length > 0;
    counts = { ...counts, comments: sumOfComments(counts.comments, comments) };
  }
  return { counts, isUnmapped };
}

/** Lists the reasons of refusals, if there are any. */
export function sayReasons(terminal: Terminal, title: string, { list }: ReasonTally): void {
  if (list.length > 0) terminal.say(title);
  for (const tallied of list) terminal.say(`  ${tallied.item}: ${occurrences(tallied)}`);
}
