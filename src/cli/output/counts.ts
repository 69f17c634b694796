import type { Terminal } from './terminal.js';

/** Prints how many rows of each table something took, one table a line, or all as JSON. */
export function printCounts(terminal: Terminal, counts: ReadonlyMap<string, number>, asJson: boolean): void {
  const some = [...counts].filter(([, rows]) => rows > 0);
  if (asJson) terminal.printJson(Object.fromEntries(some));
  else for (const [table, rows] of some) terminal.print(`${table}: ${rows}`);
}
