import type { ImportCounts } from '../import/ticket-import.service.js';
import { print } from './output.js';
import { startProgress } from './progress.js';
import type { Source } from './import-source.js';

/** Tells how far an import is. */
export interface ImportProgress {
  show(counts: ImportCounts): void;
  /** Nothing more is told but, for machines, where it ended. */
  end(isDone: boolean): void;
}

/** How often a program is told. */
const INTERVAL_MS = 1_000;

const NOTHING: ImportCounts = { imported: 0, updated: 0, unchanged: 0, rejected: 0 };

/** For a program a line of JSON a second on standard output, for a person a bar or lines on standard error. */
export function startImportProgress(source: Source, isForPrograms: boolean): ImportProgress {
  return isForPrograms ? forPrograms(source) : forPeople(source);
}

function forPeople(source: Source): ImportProgress {
  const progress = startProgress(source.size);
  const started = performance.now();
  return {
    show: (counts) => {
      const perSecond = rateOf(linesIn(counts), started);
      progress.show(source.bytesRead(), `${sentenceOf(counts)} | ${perSecond} a second`);
    },
    end: () => {
      progress.end();
    },
  };
}

function forPrograms(source: Source): ImportProgress {
  const started = performance.now();
  let current = NOTHING;
  const tell = (isDone: boolean): void => {
    const lines = linesIn(current);
    const bytes = { bytes: source.bytesRead(), total_bytes: source.size };
    print(JSON.stringify({ ...current, lines, ...bytes, per_second: rateOf(lines, started), done: isDone }));
  };
  // A batch may take longer than that: a line says that the import lives, too.
  const timer = setInterval(tell, INTERVAL_MS, false);
  return {
    show: (counts) => {
      current = counts;
    },
    end: (isDone) => {
      clearInterval(timer);
      if (isDone) tell(true);
    },
  };
}

/** The line that ends every import. */
export function sentenceOf({ imported, updated, unchanged, rejected }: ImportCounts): string {
  return `${imported} imported, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected`;
}

/** Lines that were not blank. */
function linesIn({ imported, updated, unchanged, rejected }: ImportCounts): number {
  return imported + updated + unchanged + rejected;
}

function rateOf(lines: number, started: number): number {
  return Math.round((1_000 * lines) / Math.max(performance.now() - started, 1));
}
