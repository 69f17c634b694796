import { isUtf8 } from 'node:buffer';
import { pipeline } from 'node:stream';
import { parse as createParser } from 'csv-parse';
import { CsvError, parse } from 'csv-parse/sync';
import { NOT_UTF8 } from './lines.js';
import { withHead } from './stream-head.js';

/** What a record came to: cells, or why they are none. */
export type CsvRecord = { readonly cells: readonly string[] } | { readonly problem: string };

/** A record of a CSV file as it stands there, with the line on which it starts. */
export interface CsvRow {
  readonly line: number;
  readonly text: string;
  readonly record: CsvRecord;
}

/** What csv-parse makes of a record: a character of these stands for a byte. */
interface Parsed {
  readonly record: readonly string[];
  readonly raw: string;
}

/** The longest record that an import takes: the parser keeps it several times over. */
export const MAX_RECORD_BYTES = 4 * 1024 * 1024;

const FORM = { record_delimiter: ['\r\n', '\n'], relax_column_count: true };
const NOT_CLOSED = 'must close the quote that it opens; the rest of the file was taken for a part of it';
const TOO_LONG = `must have at most ${MAX_RECORD_BYTES} bytes`;

/**
 * The records of a CSV file (RFC 4180) that are not blank. A quote out of place spoils the record that it is in and no
 * other, but one that is not closed makes all lines up to the next quote, or to the end of the file, a part of its record.
 * After a record that is far too long nothing more is read, so that memory stays flat.
 */
export async function* csvRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  const source = new GuardedBytes(chunks);
  let rest: string | undefined;
  const parser = createParser({
    ...FORM,
    // Bytes stay bytes, so that each record is decoded, and refused, for itself.
    encoding: 'latin1',
    raw: true,
    // Quotes are taken as they come, so that a record with a bad one ends all the same; `cellsOf` judges them.
    relax_quotes: true,
    on_record: (record) => {
      source.endRecord();
      return record;
    },
    skip_records_with_error: true,
    on_skip: (_error, raw) => {
      rest = raw;
      return undefined;
    },
  });
  // A failure on either side ends the other; the reader below is told of it.
  pipeline(source.bytes(), parser, () => undefined);
  let line = 1;
  for await (const { record, raw } of parser as AsyncIterable<Parsed>) {
    const row = rowOf(line, raw, source.isCut, (text) => cellsOf(record, text));
    if (row.text.trim() !== '') yield row;
    line += linesIn(raw);
  }
  if (rest !== undefined) yield rowOf(line, rest, source.isCut, () => ({ problem: NOT_CLOSED }));
}

/** The bytes of a file without a byte order mark, up to a record that is far too long. */
class GuardedBytes {
  isCut = false;
  private unfinished = 0;

  constructor(private readonly chunks: AsyncIterable<Uint8Array>) {}

  endRecord(): void {
    this.unfinished = 0;
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of withoutByteOrderMark(this.chunks)) {
      yield chunk;
      this.unfinished += chunk.length;
      this.isCut = this.unfinished > MAX_RECORD_BYTES + chunk.length;
      if (this.isCut) return;
    }
  }
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

function withoutByteOrderMark(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  return withHead(chunks, BYTE_ORDER_MARK.length, (head) =>
    head.indexOf(BYTE_ORDER_MARK) === 0 ? head.subarray(BYTE_ORDER_MARK.length) : head,
  );
}

function rowOf(line: number, raw: string, isCut: boolean, read: (text: string) => CsvRecord): CsvRow {
  const bytes = Buffer.from(raw, 'latin1');
  const text = bytes.toString('utf8').replace(/\r?\n$|\r$/, '');
  if (raw.length > MAX_RECORD_BYTES) {
    return { line, text, record: { problem: isCut ? `${TOO_LONG}; nothing behind it was read` : TOO_LONG } };
  }
  return { line, text, record: isUtf8(bytes) ? read(text) : { problem: NOT_UTF8 } };
}

/** @param record its cells in bytes, when no quote is out of place */
function cellsOf(record: readonly string[], text: string): CsvRecord {
  if (!record.some((cell) => cell.includes('"'))) {
    return { cells: record.map((cell) => Buffer.from(cell, 'latin1').toString('utf8')) };
  }
  try {
    return { cells: parse(text, FORM)[0] ?? [] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return {
      problem: error.code.includes('OPENING')
        ? 'must have quotes around a cell that has a quote in it'
        : 'must close each quote that it opens, and have a comma or the end of the line behind it',
    };
  }
}

/** The parser leaves out the LF of a CRLF that ends a record. */
function linesIn(raw: string): number {
  return raw.split('\n').length - (raw.endsWith('\r') ? 0 : 1);
}
