import { CsvError, parse } from 'csv-parse/sync';
import { byteLines, decoded, NOT_UTF8, withoutReturn } from './lines.reader.js';
import { withoutByteOrderMark } from './source-record.js';

type CsvRecord = { readonly cells: readonly string[] } | { readonly problem: string };

/** Holds a record of a CSV file and the line on which it starts. */
export interface CsvRow {
  readonly line: number;
  readonly text: string;
  readonly record: CsvRecord;
}

export const MAX_RECORD_BYTES = 4 * 1024 * 1024;
/** Reading ends at a record of this length, so that memory stays flat. */
const END_BYTES = MAX_RECORD_BYTES + 64 * 1024;

const NOT_CLOSED = 'has a quote that is not closed, so the rest of the file was read as a part of it';
const TOO_LONG = `must have at most ${MAX_RECORD_BYTES} bytes`;

/**
 * Reads the records of a CSV file (RFC 4180) that are not blank. A misplaced quote spoils only its own record. A quote that is not
 * closed makes all lines up to the next quote, or to the end of the file, a part of its record.
 */
export async function* csvRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  let line = 1;
  let lines: string[] = [];
  let bytes = 0;
  let isDamaged = false;
  let isOpen = false;
  const row = (problem: string | null): CsvRow => {
    const text = withoutReturn(lines.join('\n'));
    return { line, text, record: problem === null ? cellsOf(text) : { problem } };
  };
  for await (const part of byteLines(chunks, END_BYTES)) {
    const source = decoded(part);
    const raw = typeof source === 'string' ? source : source.text;
    const text = line === 1 && lines.length === 0 ? withoutByteOrderMark(raw) : raw;
    lines.push(text);
    bytes += part.length + 1;
    isDamaged ||= typeof source !== 'string';
    isOpen = isQuoteOpenAfter(text, isOpen);
    if (bytes > END_BYTES) {
      yield row(`${TOO_LONG}; the lines after it were not read`);
      return;
    }
    if (isOpen) continue;
    const found = row(bytes > MAX_RECORD_BYTES ? TOO_LONG : isDamaged ? NOT_UTF8 : null);
    if (found.text.trim() !== '') yield found;
    line += lines.length;
    lines = [];
    bytes = 0;
    isDamaged = false;
  }
  if (isOpen) yield row(isDamaged ? NOT_UTF8 : NOT_CLOSED);
}

/** Tells whether a quote is open at the end of a line. Only a quote at the beginning of a cell opens one. */
function isQuoteOpenAfter(line: string, isOpenBefore: boolean): boolean {
  let isOpen = isOpenBefore;
  for (let at = 0; ;) {
    if (!isOpen && line[at] !== '"') {
      const comma = line.indexOf(',', at);
      if (comma === -1) return false;
      at = comma + 1;
      continue;
    }
    const quote = line.indexOf('"', isOpen ? at : at + 1);
    if (quote === -1) return true;
    // Two quotes inside of quotes stand for one.
    isOpen = line[quote + 1] === '"';
    at = quote + (isOpen ? 2 : 1);
  }
}

function cellsOf(text: string): CsvRecord {
  if (!text.includes('"')) return { cells: text.split(',') };
  try {
    return { cells: parse(text, { record_delimiter: ['\r\n', '\n'], relax_column_count: true })[0] ?? [] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return {
      problem: error.code.includes('OPENING')
        ? 'must have quotes around a cell that has a quote in it'
        : 'must close each quote that it opens, and have a comma or the end of the line after it',
    };
  }
}
