import { CsvReader, type CsvRecord } from './csv.rules.js';
import { MAX_LINE_BYTES, NOT_UTF8, type SourceLine } from './lines.js';
import { withoutByteOrderMark } from './source-record.js';

/** A record of a CSV file as it stands there, with the line on which it starts. */
export interface CsvRow {
  readonly line: number;
  readonly text: string;
  readonly record: CsvRecord;
}

const NOT_CLOSED: CsvRecord = { problem: 'must close the quote that it opens' };

/**
 * The records of a CSV file that are not blank. When a quote is never closed, only the line that opened it is lost: the
 * lines behind it are read again for themselves.
 * @param lines with the CR before their LF
 */
export async function* csvRows(lines: AsyncIterable<SourceLine>): AsyncGenerator<CsvRow> {
  const assembly = new Assembly();
  for await (const line of lines) yield* assembly.take([line]);
  yield* assembly.end();
}

/** The record that is being put together from lines. */
class Assembly {
  private taken: SourceLine[] = [];
  private length = 0;
  private reader = new CsvReader();
  /** The line on which the record starts. */
  private line = 1;

  *take(lines: readonly SourceLine[]): Generator<CsvRow> {
    for (const source of lines) {
      const text = textOf(source, this.line + this.taken.length);
      const record = this.reader.take(text);
      this.taken.push(source);
      this.length += text.length;
      if (record !== undefined) yield* this.finish(this.taken.length, record);
      else if (this.length > MAX_LINE_BYTES) yield* this.giveUp();
    }
  }

  *end(): Generator<CsvRow> {
    while (this.taken.length > 0) yield* this.giveUp();
  }

  private *giveUp(): Generator<CsvRow> {
    const behind = this.taken.slice(1);
    yield* this.finish(1, NOT_CLOSED);
    yield* this.take(behind);
  }

  private *finish(count: number, record: CsvRecord): Generator<CsvRow> {
    const row = rowOf(this.line, this.taken.slice(0, count), record);
    this.line += count;
    this.taken = [];
    this.length = 0;
    this.reader = new CsvReader();
    if (row.text.trim() !== '') yield row;
  }
}

function rowOf(line: number, taken: readonly SourceLine[], record: CsvRecord): CsvRow {
  const joined = taken.map((source, index) => textOf(source, line + index)).join('\n');
  const text = joined.endsWith('\r') ? joined.slice(0, -1) : joined;
  if (taken.some((source) => typeof source !== 'string'))
    return { line, text, record: { problem: NOT_UTF8 } };
  // Fewer characters than a third of the bytes allowed cannot be too many bytes.
  const isLong = text.length > MAX_LINE_BYTES / 3 && Buffer.byteLength(text) > MAX_LINE_BYTES;
  return { line, text, record: isLong ? { problem: `must have at most ${MAX_LINE_BYTES} bytes` } : record };
}

function textOf(source: SourceLine, line: number): string {
  const text = typeof source === 'string' ? source : source.text;
  return line === 1 ? withoutByteOrderMark(text) : text;
}
