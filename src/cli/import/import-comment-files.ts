import { ReasonTally } from '../../import/own/reason-tally.js';
import { TranslationTally } from '../../import/foreign/translation-tally.js';
import type { ImportCounts, TicketImportService } from '../../import/own/ticket-import.service.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { RejectsFile } from '../rejects-file.js';
import type { Terminal } from '../output/terminal.js';
import { occurrences } from '../output/texts.js';
import { sayPlan, withSource, type ForeignImport } from './import-foreign.js';
import { startImportProgress } from './import-progress.js';

/** What is needed to import the files of comments of another system. */
export interface CommentFiles {
  readonly terminal: Terminal;
  readonly service: TicketImportService;
  readonly scope: TenantScope;
  readonly foreign: ForeignImport;
  /** The name of the other system. */
  readonly from: string;
  readonly isForPrograms: boolean;
}

const NONE = { added: 0, unchanged: 0, rejected: 0 };

/**
 * Imports the files of comments, once their tickets are there. Refused comments go to a file beside each.
 * @param counts what the import of the tickets came to
 */
export async function importCommentFiles(files: CommentFiles, counts: ImportCounts): Promise<ImportCounts> {
  let all = counts;
  for (const file of files.foreign.commentFiles) all = await importCommentFile(files, file, all);
  return all;
}

function importCommentFile(files: CommentFiles, file: string, before: ImportCounts): Promise<ImportCounts> {
  const { terminal, service, scope, foreign, from, isForPrograms } = files;
  return withSource(terminal, file, async (source) => {
    const rejects = new RejectsFile(terminal, `${file}.rejects.ndjson`);
    await rejects.clear();
    const progress = startImportProgress(terminal, source, isForPrograms);
    let isDone = false;
    try {
      const comments = await service.importComments(scope, from, foreign.comments(source), {
        onReject: (rejected) => rejects.add(rejected),
        onProgress: (now) => {
          progress.show(withComments(before, now));
        },
      });
      isDone = true;
      if (comments.rejected > 0) terminal.say(`The refused comments and the reasons are in ${rejects.path}.`);
      return withComments(before, comments);
    } finally {
      progress.end(isDone);
      await rejects.close();
    }
  });
}

/**
 * What `importCommentFiles` would do.
 * @param willBeThere whether the import of the tickets would have a ticket with this external id
 */
export async function planCommentFiles(
  files: CommentFiles,
  counts: ImportCounts,
  willBeThere: (ticketId: string) => boolean,
): Promise<{ readonly counts: ImportCounts; readonly isUnmapped: boolean }> {
  const { terminal, service, scope, foreign, from } = files;
  let all = counts;
  let isUnmapped = false;
  for (const file of foreign.commentFiles) {
    const [reasons, words] = [new ReasonTally(), new TranslationTally()];
    const comments = await withSource(terminal, file, (source) =>
      service.planComments(scope, from, foreign.comments(source, words), {
        willBeThere,
        onReject: (rejected) => {
          reasons.add(rejected);
        },
      }),
    );
    sayPlan(terminal, words, file);
    if (reasons.list.length > 0) terminal.say(`These comments of ${file} would be refused:`);
    for (const tallied of reasons.list) terminal.say(`  ${tallied.reason}: ${occurrences(tallied)}`);
    isUnmapped ||= words.unmapped.length > 0;
    all = withComments(all, comments);
  }
  return { counts: all, isUnmapped };
}

function withComments(counts: ImportCounts, more: typeof NONE): ImportCounts {
  const { added, unchanged, rejected } = counts.comments ?? NONE;
  const comments = {
    added: added + more.added,
    unchanged: unchanged + more.unchanged,
    rejected: rejected + more.rejected,
  };
  return { ...counts, comments };
}
