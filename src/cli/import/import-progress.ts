import { recordsIn, type ImportCounts, type OnlyTicket } from '../../import/own/ticket-import.service.js';
import { startProgress } from '../output/progress.js';
import type { Terminal, JsonOption } from '../output/terminal.js';
import type { Source } from './import-source.js';

/** Shows the progress of an import, which may read several files, one after the other. */
export interface ImportProgress {
  /** Shows the progress of some work on a file. */
  readonly during: <Result>(source: Source, work: (file: FileProgress) => Promise<Result>) => Promise<Result>;
  /** Tells programs, in a last line, the counts of the whole import, and whether it is done. */
  readonly end: (counts: ImportCounts, isDone: boolean) => void;
}

interface FileProgress {
  readonly show: (counts: ImportCounts) => void;
  readonly name: (ticket: OnlyTicket) => void;
}

const INTERVAL_MS = 1_000;

/** Starts the progress: as JSON for programs, as a bar or lines for people. */
export function startImportProgress(terminal: Terminal, { json }: JsonOption): ImportProgress {
  return json ? forPrograms(terminal) : forPeople(terminal);
}

function forPeople(terminal: Terminal): ImportProgress {
  return {
    during: async (source, work) => {
      const progress = startProgress(terminal, source.size);
      const named: string[] = [];
      const started = performance.now();
      try {
        return await work({
          show: (counts) => {
            const perSecond = rateOf(recordsIn(counts), started);
            progress.show(source.bytesRead(), `${sentenceOf(counts)} | ${perSecond} a second`);
          },
          name: ({ id, number }) => {
            named.push(`The ticket of the file is #${number}, ${id}.`);
          },
        });
      } finally {
        progress.end();
        for (const line of named) terminal.say(line);
      }
    },
    end: () => undefined,
  };
}

function forPrograms(terminal: Terminal): ImportProgress {
  const started = performance.now();
  let current: ImportCounts = { imported: 0, updated: 0, unchanged: 0, rejected: 0 };
  let only: OnlyTicket | null = null;
  let source: Source | null = null;
  const tell = (isDone: boolean): void => {
    terminal.print(JSON.stringify(toLine(current, { only, source, started, isDone })));
  };
  return {
    during: async (next, work) => {
      source = next;
      // The line also shows that the import still works, because a batch may take longer than this.
      const timer = setInterval(tell, INTERVAL_MS, false);
      try {
        return await work({ show: (counts) => (current = counts), name: (ticket) => (only = ticket) });
      } finally {
        clearInterval(timer);
      }
    },
    end: (counts, isDone) => {
      current = counts;
      tell(isDone);
    },
  };
}

interface Told {
  readonly only: OnlyTicket | null;
  readonly source: Source | null;
  readonly started: number;
  readonly isDone: boolean;
}

function toLine({ comments, ...counts }: ImportCounts, { only, source, started, isDone }: Told): object {
  const lines = recordsIn(counts);
  return {
    ...counts,
    ...(comments && {
      comments_added: comments.added,
      comments_unchanged: comments.unchanged,
      comments_rejected: comments.rejected,
    }),
    ...(only && { ticket_id: only.id, ticket_number: only.number }),
    lines,
    bytes: source?.bytesRead() ?? 0,
    total_bytes: source?.size ?? null,
    per_second: rateOf(lines, started),
    done: isDone,
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
