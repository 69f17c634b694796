/** What the lines of a record came to: cells, or why they are none; undefined while a quoted cell is still open. */
export type CsvRecord = { readonly cells: readonly string[] } | { readonly problem: string };

/**
 * Reads one record of CSV (RFC 4180), which takes as many lines as its quoted cells span. A mistake ends the record with
 * the line that it is on, so that the next line is read afresh.
 */
export class CsvReader {
  private readonly cells: string[] = [];
  /** What an open quoted cell holds so far. */
  private open: string | null = null;

  /** @param line without its LF; a CR before it belongs to an open quoted cell */
  take(line: string): CsvRecord | undefined {
    let at = 0;
    for (;;) {
      const end = this.open === null ? this.startCell(line, at) : this.endQuoted(line, at);
      if (end === undefined) return undefined;
      if (typeof end === 'string') return { problem: end };
      if (end >= line.length || (line[end] === '\r' && end === line.length - 1)) return { cells: this.cells };
      at = end + 1;
      // A comma at the very end stands before one more cell, an empty one.
    }
  }

  /** @returns where the cell ended, what is wrong, or undefined when it goes on in the next line */
  private startCell(line: string, at: number): number | string | undefined {
    if (line[at] === '"') {
      this.open = '';
      return this.endQuoted(line, at + 1);
    }
    const comma = line.indexOf(',', at);
    const end = comma === -1 ? line.length - (line.endsWith('\r') && at < line.length ? 1 : 0) : comma;
    const cell = line.slice(at, end);
    if (cell.includes('"')) return 'must have quotes around a cell that has a quote in it';
    this.cells.push(cell);
    return end;
  }

  private endQuoted(line: string, from: number): number | string | undefined {
    let at = from;
    for (;;) {
      const quote = line.indexOf('"', at);
      if (quote === -1) {
        this.open = `${this.open ?? ''}${line.slice(at)}\n`;
        return undefined;
      }
      this.open = `${this.open ?? ''}${line.slice(at, quote)}`;
      if (line[quote + 1] !== '"') return this.closeCell(line, quote + 1);
      this.open += '"';
      at = quote + 2;
    }
  }

  private closeCell(line: string, end: number): number | string {
    this.cells.push(this.open ?? '');
    this.open = null;
    const rest = line.slice(end, end + 2);
    return rest === '' || rest === '\r' || rest.startsWith(',')
      ? end
      : 'must have a comma or the end of the line behind a closing quote';
  }
}
