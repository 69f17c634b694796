import { MAX_LINE_BYTES, NOT_UTF8, SAVE_AS_UTF8, type SourceLine } from './lines.reader.js';
import {
  unreadable,
  UnreadableSourceError,
  withoutByteOrderMark,
  type ReadRecord,
  type SourceRecord,
} from './source-record.js';
import { readTicketLine } from './ticket-line.rules.js';

/** The lines that are not blank, each as one ticket. */
export async function* ndjsonRecords(lines: AsyncIterable<SourceLine>): AsyncGenerator<SourceRecord> {
  let line = 0;
  for await (const source of lines) {
    line += 1;
    const raw = typeof source === 'string' ? source : source.text;
    const text = line === 1 ? withoutByteOrderMark(raw) : raw;
    if (text.trim() === '') continue;
    yield typeof source === 'string'
      ? recordOf(line, text, readTicketLine(text))
      : { line, text, draft: unreadable(NOT_UTF8) };
  }
}

function recordOf(line: number, text: string, { value, problems, ...comments }: ReadRecord): SourceRecord {
  return { line, text, draft: { value, problems }, ...comments };
}

/** How many first lines, and how much text of them, are held in memory until one of them is JSON. */
const MAX_HELD_LINES = 20;
const MAX_HELD_CHARACTERS = MAX_LINE_BYTES;

/** Reads a file that may be something else. @throws UnreadableSourceError when none of its first lines is JSON */
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

/** Whether a line would be an object of JSON in another encoding, such as UTF-16 or Latin-1. */
function isOtherText({ text, draft: { problems } }: SourceRecord): boolean {
  const isDamaged = text.includes('\0') || problems.some(({ message }) => message === NOT_UTF8);
  return (
    isDamaged &&
    text
      .replace(/[\0\uFFFD]/g, '')
      .trimStart()
      .startsWith('{')
  );
}

/** A line can be JSON and be refused, for example because it is too long. */
function isJson({ draft: { value, problems } }: SourceRecord): boolean {
  return (
    value !== null ||
    !problems.some(({ message }) => message.startsWith('is not JSON') || message === NOT_UTF8)
  );
}
