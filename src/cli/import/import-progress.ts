import { recordsIn, type ImportCounts, type OnlyTicket } from '../../import/own/ticket-import.service.js';
import type { JsonOption } from '../desk-command.js';
import { startProgress } from '../output/progress.js';
import type { Terminal } from '../output/terminal.js';
import type { Source } from './import-source.js';

export interface ImportProgress {
  show(counts: ImportCounts): void;
  /** Names the ticket of an import that has only one. */
  name(ticket: OnlyTicket): void;
  /** Shows nothing more, except the last line of JSON when the import is done. */
  end(isDone: boolean): void;
}

const INTERVAL_MS = 1_000;

/** Shows a line of JSON per second on standard output with `--json`, otherwise a bar or lines on standard error. */
export function startImportProgress(
  terminal: Terminal,
  source: Source,
  { json }: JsonOption,
): ImportProgress {
  return json ? forPrograms(terminal, source) : forPeople(terminal, source);
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
  // A batch may take longer than that. The line also shows that the import still works.
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

/** The line that ends every import. */
export function sentenceOf({ imported, updated, unchanged, rejected, comments }: ImportCounts): string {
  const tickets = `${imported} imported, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected`;
  if (comments === undefined) return tickets;
  const ofFile = comments.rejected > 0 ? `, ${comments.rejected} rejected` : '';
  return `${tickets}; comments: ${comments.added} added, ${comments.unchanged} unchanged${ofFile}`;
}

function rateOf(lines: number, started: number): number {
  return Math.round((1_000 * lines) / Math.max(performance.now() - started, 1));
}
