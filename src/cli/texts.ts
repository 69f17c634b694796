/** The lines of a table: titles, then rows, with aligned columns. */
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

/** How often something occurs in a file, and in which line first. */
export function occurrences({ count, line }: { readonly count: number; readonly line: number }): string {
  return `${count === 1 ? 'once' : `${count} times`}, first in line ${line}`;
}

/** A text without the characters that control a terminal. */
export function visible(text: string): string {
  return text.replace(/\p{Cc}/gu, '�');
}
