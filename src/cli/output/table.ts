import stringWidth from 'string-width';
import type { JsonOption } from '../desk-command.js';
import type { Terminal } from './terminal.js';
import { visible } from './texts.js';

const GAP = '  ';
const ELLIPSIS = '…';
/** A column is not made narrower than that, except by a terminal that has no room for so much. */
const LEAST_WIDTH = 5;

interface List {
  readonly document: unknown;
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Says that there are no rows. */
  readonly none: string;
}

/** Prints a list as JSON or as a table. */
export function printList(
  terminal: Terminal,
  { json }: JsonOption,
  { document, titles, rows, none }: List,
): void {
  if (json) terminal.printJson(document);
  else if (rows.length === 0) terminal.say(none);
  else printTable(terminal, titles, rows);
}

/** Prints a table to standard output. On a terminal, cells are cut so that it fits. */
export function printTable(
  terminal: Terminal,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const { stdout } = terminal.io;
  const width = stdout.isTTY ? terminal.widthOf(stdout) : Infinity;
  for (const line of tableLines(titles, rows, width)) terminal.print(line);
}

/** Titles, then rows, with aligned columns. No line is wider than `width`. */
export function tableLines(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): string[] {
  const lines = [titles, ...rows.map((row) => row.map(visible))];
  const natural = titles.map((_title, column) =>
    Math.max(...lines.map((line) => stringWidth(line[column] ?? ''))),
  );
  const widths = narrowed(natural, width - GAP.length * (titles.length - 1));
  return lines.map((line) =>
    cut(
      line.map((cell, column) => padded(cut(cell, widths[column] ?? 0), widths[column] ?? 0)).join(GAP),
      width,
    ).trimEnd(),
  );
}

/** Takes from the widest columns first. The first one, which names the row, is taken from last. */
function narrowed(natural: readonly number[], room: number): number[] {
  const [first = 0, ...others] = natural;
  const widthsUpTo = (limit: number): number[] => others.map((one) => Math.min(one, limit));
  let limit = Math.max(LEAST_WIDTH, ...others);
  while (limit > LEAST_WIDTH && first + sumOf(widthsUpTo(limit)) > room) limit--;
  const rest = widthsUpTo(limit);
  return [Math.min(first, Math.max(LEAST_WIDTH, room - sumOf(rest))), ...rest];
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - stringWidth(cell)));
}

function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let shown = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(shown + segment) > width - 1) break;
    shown += segment;
  }
  return shown + ELLIPSIS;
}
