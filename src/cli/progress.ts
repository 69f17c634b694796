import { Presets, SingleBar } from 'cli-progress';
import { say } from './output.js';

/** How often a line tells of the progress where there is no terminal to draw on. */
const INTERVAL_MS = 5_000;

/** Shows how far a long command is. */
export interface Progress {
  /** @param done of the total; @param note what to say beside it */
  show(done: number, note: string): void;
  /** Nothing more is drawn. */
  end(): void;
}

/** A bar on a terminal; elsewhere, or when the total is not known (null), a line every few seconds. All on standard error. */
export function startProgress(total: number | null): Progress {
  return process.stderr.isTTY && total !== null ? barOf(total) : linesOf(total);
}

function barOf(total: number): Progress {
  const format = '{bar} {percentage}% | {note} | {eta_formatted} left';
  const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true }, Presets.shades_classic);
  bar.start(total, 0, { note: '' });
  return {
    show: (done, note) => {
      bar.update(Math.min(done, total), { note });
    },
    end: () => {
      bar.stop();
    },
  };
}

function linesOf(total: number | null): Progress {
  let last = performance.now();
  return {
    show: (done, note) => {
      if (performance.now() - last < INTERVAL_MS) return;
      last = performance.now();
      say(
        total === null ? note : `${Math.floor((100 * Math.min(done, total)) / Math.max(total, 1))}%: ${note}`,
      );
    },
    end: () => undefined,
  };
}
