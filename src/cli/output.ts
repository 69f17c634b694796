/** Prints one line of data to standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a value to standard output as JSON that a person can read too. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** Says something to the person at the terminal, on standard error. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Rows below their titles, columns aligned. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [titles, ...rows.map((row) => row.map(visible))];
  const widths = titles.map((_title, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** How often something stands in a file, and where first. */
export function occurrences({ count, line }: { readonly count: number; readonly line: number }): string {
  return `${count === 1 ? 'once' : `${count} times`}, first in line ${line}`;
}

/** A text without characters that a terminal would obey. */
export function visible(text: string): string {
  return text.replace(/\p{Cc}/gu, '�');
}
