import { NOT_UTF8, type SourceLine } from './lines.js';
import {
  unreadable,
  UnreadableSourceError,
  withoutByteOrderMark,
  type SourceRecord,
} from './source-record.js';
import { readTicketLine } from './ticket-line.rules.js';

/** Each line that is not blank as one ticket. */
export async function* ndjsonRecords(lines: AsyncIterable<SourceLine>): AsyncGenerator<SourceRecord> {
  let line = 0;
  for await (const source of lines) {
    line += 1;
    const raw = typeof source === 'string' ? source : source.text;
    const text = line === 1 ? withoutByteOrderMark(raw) : raw;
    if (text.trim() === '') continue;
    yield { line, text, draft: typeof source === 'string' ? readTicketLine(text) : unreadable(NOT_UTF8) };
  }
}

/**
 * The same for a file that somebody says is NDJSON: when its very first line is no JSON it is something else.
 * @throws UnreadableSourceError before the first record
 */
export async function* ndjsonFileRecords(lines: AsyncIterable<SourceLine>): AsyncGenerator<SourceRecord> {
  let isFirst = true;
  for await (const record of ndjsonRecords(lines)) {
    if (isFirst && !isJson(record)) {
      throw new UnreadableSourceError(`is not NDJSON: its first line, line ${record.line}, is not JSON`);
    }
    isFirst = false;
    yield record;
  }
}

/** A line that is JSON may still be refused, for example because it is too long. */
function isJson({ draft: { value, problems } }: SourceRecord): boolean {
  return (
    value !== null ||
    !problems.some(({ message }) => message.startsWith('is not JSON') || message === NOT_UTF8)
  );
}
