import { recordsIn, type ImportCounts, type OnlyTicket } from '../../import/own/ticket-import.service.js';
import { startProgress } from '../output/progress.js';
import type { Terminal, JsonOption } from '../output/terminal.js';
import type { Source } from './import-source.js';

interface ImportProgress {
  readonly show: (counts: ImportCounts) => void;
  readonly name: (ticket: OnlyTicket) => void;
  /** Ends the progress. JSON gets a last line when the import is done. */
  readonly end: (isDone: boolean) => void;
}

const INTERVAL_MS = 1_000;

/** Shows the progress of some work, with which the import ends if it `isLast`: as JSON for programs, as a bar or lines for people. */
export async function withImportProgress<Result>(
  terminal: Terminal,
  source: Source,
  { json, isLast }: JsonOption & { readonly isLast: boolean },
  work: (progress: ImportProgress) => Promise<Result>,
): Promise<Result> {
  const progress = json ? forPrograms(terminal, source) : forPeople(terminal, source);
  let isDone = false;
  try {
    const result = await work(progress);
    isDone = isLast;
    return result;
  } finally {
    progress.end(isDone);
  }
}

function forPeople(terminal: Terminal, source: Source): ImportProgress {
  const progress = startProgress(terminal, source.size);
  let named: string | null = null;
  const started = performance.now();
  return {
    show: (counts) => {
      const perSecond = rateOf(recordsIn(counts), started);
      progress.show(source.bytesRead(), `${sentenceOf(counts)} | ${perSecond} a second`);
    },
    name: ({ id, number }) => {
      named = `The ticket of the file is #${number}, ${id}.`;
    },
    end: () => {
      progress.end();
      if (named !== null) terminal.say(named);
    },
  };
}

function forPrograms(terminal: Terminal, source: Source): ImportProgress {
  const started = performance.now();
  let current: ImportCounts = { imported: 0, updated: 0, unchanged: 0, rejected: 0 };
  let only: OnlyTicket | null = null;
  const tell = (isDone: boolean): void => {
    const lines = recordsIn(current);
    const { comments, ...counts } = current;
    terminal.print(
      JSON.stringify({
        ...counts,
        ...(comments && {
          comments_added: comments.added,
          comments_unchanged: comments.unchanged,
          comments_rejected: comments.rejected,
        }),
        ...(only && { ticket_id: only.id, ticket_number: only.number }),
        lines,
        bytes: source.bytesRead(),
        total_bytes: source.size,
        per_second: rateOf(lines, started),
        done: isDone,
      }),
    );
  };
  // The line also shows that the import still works, because a batch may take longer than this.
  const timer = setInterval(tell, INTERVAL_MS, false);
  return {
    show: (counts) => {
      current = counts;
    },
    name: (ticket) => {
      only = ticket;
    },
    end: (isDone) => {
      clearInterval(timer);
      if (isDone) tell(true);
    },
  };
}

/** Sums up an import in its last line. */
export function sentenceOf({ imported, updated, unchanged, rejected, comments }: ImportCounts): string {
  const tickets = `${imported} imported, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected`;
  if (comments === undefined) return tickets;
  const ofFile = comments.rejected > 0 ? `, ${comments.rejected} rejected` : '';
  return `${tickets}; comments: ${comments.added} added, ${comments.unchanged} unchanged${ofFile}`;
}

function rateOf(lines: number, started: number): number {
  return Math.round((1_000 * lines) / Math.max(performance.now() - started, 1));
}
