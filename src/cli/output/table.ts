import stringWidth from 'string-width';
import type { Terminal, JsonOption } from './terminal.js';
import { visible } from './texts.js';

const GAP = '  ';
const ELLIPSIS = '…';
/** Columns stay at least this wide, unless a terminal is too narrow for that. */
const LEAST_WIDTH = 5;

/** A column shows a property of an item, with a dash where there is nothing, or what its function makes of the item. */
type Column<Item> = (keyof Item & string) | ((item: Item) => string);

interface List<Item> {
  readonly items: readonly Item[];
  readonly columns: Readonly<Record<string, Column<Item>>>;
  /** This sentence says that there are no items. */
  readonly none: string;
  /** `--json` prints the items, or this in their place. */
  readonly document?: unknown;
}

/** Prints what an operation answers: as JSON, or as a table for people. */
export function printList<Item>(
  terminal: Terminal,
  { json }: JsonOption,
  { items, columns, none, document = items }: List<Item>,
): void {
  const cells = Object.values(columns).map(cellOf);
  if (json) terminal.printJson(document);
  else if (items.length === 0) terminal.say(none);
  else
    printTable(
      terminal,
      Object.keys(columns),
      items.map((item) => cells.map((cell) => cell(item))),
    );
}

function cellOf<Item>(column: Column<Item>): (item: Item) => string {
  if (typeof column === 'function') return column;
  return ({ [column]: value }) => String(value ?? '-');
}

/** Prints a table to standard output. On a terminal, it cuts cells so that the table fits. */
export function printTable(
  terminal: Terminal,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const { stdout } = terminal.io;
  const width = stdout.isTTY ? terminal.widthOf(stdout) : Infinity;
  for (const line of tableLines(titles, rows, width)) terminal.print(line);
}

/** Makes the lines of a table: titles, then rows, with aligned columns. No line is wider than `width`. */
export function tableLines(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): string[] {
  const lines = [titles, ...rows.map((row) => row.map(visible))];
  const natural = titles.map((_title, column) =>
    lines.reduce((widest, line) => Math.max(widest, stringWidth(line[column] ?? '')), 0),
  );
  const widths = narrowed(natural, width - GAP.length * (titles.length - 1));
  return lines.map((line) =>
    cut(
      line.map((cell, column) => padded(cut(cell, widths[column] ?? 0), widths[column] ?? 0)).join(GAP),
      width,
    ).trimEnd(),
  );
}

/** Narrows the widest columns first. It narrows the first column, which names the row, last. */
function narrowed(natural: readonly number[], available: number): number[] {
  const [first = 0, ...others] = natural;
  const widthsUpTo = (limit: number): number[] => others.map((one) => Math.min(one, limit));
  let limit = Math.max(LEAST_WIDTH, ...others);
  while (limit > LEAST_WIDTH && first + sumOf(widthsUpTo(limit)) > available) limit--;
  const rest = widthsUpTo(limit);
  return [Math.min(first, Math.max(LEAST_WIDTH, available - sumOf(rest))), ...rest];
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
