import { slotKey } from '../../tickets/write/ticket-batch.rules.js';
import { MAX_LINE_BYTES, NOT_UTF8, SAVE_AS_UTF8, type SourceLine } from './lines.reader.js';
import {
  unreadable,
  UnreadableSourceError,
  withoutByteOrderMark,
  type ReadRecord,
  type SourceRecord,
} from './source-record.js';
import { readTicketLine } from './ticket-line.rules.js';

/** Holds the line of a ticket. The key is undefined when that line could not be read. */
interface TicketLine {
  readonly line: number;
  readonly key: string | undefined;
}

/** Reads each line that is not blank as one ticket, or as more comments of the ticket before. */
export async function* ndjsonRecords(lines: AsyncIterable<SourceLine>): AsyncGenerator<SourceRecord> {
  let line = 0;
  let ticket: TicketLine | null = null;
  for await (const source of lines) {
    line += 1;
    const raw = typeof source === 'string' ? source : source.text;
    const text = line === 1 ? withoutByteOrderMark(raw) : raw;
    if (text.trim() === '') continue;
    const read: SourceRecord =
      typeof source === 'string'
        ? recordOf(line, text, readTicketLine(text))
        : { line, text, input: unreadable(NOT_UTF8) };
    const record: SourceRecord = read.isContinuation && ticket ? behind(ticket, read) : read;
    if (!record.isContinuation) ticket = ticketLineOf(record);
    yield record;
  }
}

/** Refuses comments that would go to another ticket. Behind that line, none without a key is taken for the ticket before it. */
function behind(ticket: TicketLine, record: SourceRecord): SourceRecord {
  const { key, line, text, input } = record;
  if (key === undefined) return { ...record, continues: ticket.line };
  if (ticket.key === undefined || ticket.key === slotKey(key)) return record;
  const problem = { path: 'external_id', message: 'is not that of the ticket on the line before' };
  return { line, text, input: { value: null, problems: [...input.problems, problem] } };
}

function ticketLineOf({ line, input: { value } }: SourceRecord): TicketLine {
  return { line, key: value === null ? undefined : slotKey(value) };
}

function recordOf(line: number, text: string, { value, problems, ...comments }: ReadRecord): SourceRecord {
  return { line, text, input: { value, problems }, ...comments };
}

/** Memory holds at most this number of lines and of characters until one of the lines is JSON. */
const MAX_HELD_LINES = 20;
const MAX_HELD_CHARACTERS = MAX_LINE_BYTES;

/** Reads a file that may be no NDJSON. @throws UnreadableSourceError when none of its first lines is JSON */
export async function* ndjsonFileRecords(lines: AsyncIterable<SourceLine>): AsyncGenerator<SourceRecord> {
  const held: SourceRecord[] = [];
  let isNdjson = false;
  let characters = 0;
  for await (const record of ndjsonRecords(lines)) {
    isNdjson ||= isJson(record);
    if (isNdjson) {
      yield* held.splice(0);
      yield record;
      continue;
    }
    held.push(record);
    characters += record.text.length;
    if (held.length === MAX_HELD_LINES || characters > MAX_HELD_CHARACTERS) break;
  }
  if (held.length > 0)
    throw new UnreadableSourceError(
      held.some(isOtherText) ? SAVE_AS_UTF8 : 'is not NDJSON: none of its first lines is JSON',
    );
}

/** Tells whether a line would be an object of JSON in another encoding, such as UTF-16 or Latin-1. */
function isOtherText({ text, input: { problems } }: SourceRecord): boolean {
  const isDamaged = text.includes('\0') || problems.some(({ message }) => message === NOT_UTF8);
  return (
    isDamaged &&
    text
      .replace(/[\0\uFFFD]/g, '')
      .trimStart()
      .startsWith('{')
  );
}

/** Tells whether a line is JSON. It can be JSON and be refused, for example because it is too long. */
function isJson({ input: { value, problems } }: SourceRecord): boolean {
  return (
    value !== null ||
    !problems.some(({ message }) => message.startsWith('is not JSON') || message === NOT_UTF8)
  );
}
