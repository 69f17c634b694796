import { Presets, SingleBar } from 'cli-progress';
import type { Terminal } from './terminal.js';
import { visible } from './texts.js';

/** Where there is no terminal to draw on, a line shows the progress this often. */
const INTERVAL_MS = 5_000;

export interface Progress {
  /** @param done part of the total; @param note text beside it */
  show(done: number, note: string): void;
  end(): void;
}

/** Shows progress on standard error: a bar on a terminal; elsewhere, or when the total is unknown (null), a line every few seconds. */
export function startProgress(terminal: Terminal, total: number | null): Progress {
  return terminal.io.stderr.isTTY && total !== null ? barOf(terminal, total) : linesOf(terminal, total);
}

function barOf({ io }: Terminal, total: number): Progress {
  const format = '{bar} {percentage}% | {note} | {eta_formatted} left';
  const bar = new SingleBar({ format, stream: io.stderr, hideCursor: true }, Presets.shades_classic);
  bar.start(total, 0, { note: '' });
  return {
    show: (done, note) => {
      bar.update(Math.min(done, total), { note: visible(note) });
    },
    end: () => {
      bar.stop();
    },
  };
}

function linesOf(terminal: Terminal, total: number | null): Progress {
  let last = performance.now();
  return {
    show: (done, note) => {
      if (performance.now() - last < INTERVAL_MS) return;
      last = performance.now();
      terminal.say(
        total === null ? note : `${Math.floor((100 * Math.min(done, total)) / Math.max(total, 1))}%: ${note}`,
      );
    },
    end: () => undefined,
  };
}
