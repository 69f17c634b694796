import { parseJson } from '../../kernel/formats/json-text.js';
import { definedOnly, isObject } from '../../kernel/objects.js';
import { Problems, type Checked } from '../../kernel/errors.js';
import { inOneLine } from '../../kernel/text.js';
import { FILE_PROPERTIES } from '../../tickets/rules/properties/sent-ticket.js';
import { readEntry, type TicketEntry } from '../../tickets/rules/ticket.changes.js';
import { MAX_LINE_BYTES } from './lines.reader.js';
import { readComments } from './comment-line.rules.js';
import { unreadable, type ReadRecord } from './source-record.js';

/** Names a ticket as another system does. */
const KEY: readonly string[] = ['external_id', 'source'];

/** Reads a line as a ticket and comments, with a problem for each key that is unknown or has the wrong shape. */
export function readTicketLine(line: string): ReadRecord {
  if (Buffer.byteLength(line) > MAX_LINE_BYTES)
    return unreadable(`must have at most ${MAX_LINE_BYTES} bytes`);
  let value: unknown;
  try {
    value = parseJson(line);
  } catch (error) {
    return unreadable(`is not JSON: ${(error as SyntaxError).message}`);
  }
  return isObject(value) ? readRecord(value) : unreadable('must be a JSON object');
}

/** Reads a ticket with its comments, or more comments of the ticket before. */
function readRecord({ comments: sent, ...ticket }: Readonly<Record<string, unknown>>): ReadRecord {
  const { value, problems } = readTicket(ticket);
  if (sent === undefined) return { value, problems };
  const { comments, problems: ofComments } = readComments(sent);
  const read = { value, problems: [...problems, ...ofComments], comments };
  if (!hasOnlyKey(ticket)) return read;
  const { externalId, source } = value;
  const key = externalId === null ? undefined : { externalId, source };
  return { ...read, value: null, isContinuation: true, ...definedOnly({ key }) };
}

/** Tells whether a line says nothing of its ticket, or no more than its key. */
function hasOnlyKey(ticket: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(ticket);
  if (names.length === 0) return true;
  return typeof ticket['external_id'] === 'string' && names.every((name) => KEY.includes(name));
}

export function readTicket(value: object): Checked<TicketEntry> {
  const problems = new Problems();
  const shaped: [string, unknown][] = [];
  for (const [key, raw] of Object.entries(value)) {
    const property = FILE_PROPERTIES.get(key);
    const sent = property?.isLine ? inOneLineEach(raw) : (raw as unknown);
    const problem = property ? property.check(sent) : 'is not a known property';
    if (problem === null) shaped.push([key, sent]);
    else problems.add(key, problem);
  }
  return { value: readEntry(Object.fromEntries(shaped)), problems: problems.passedOn };
}

function inOneLineEach(sent: unknown): unknown {
  return Array.isArray(sent) ? sent.map(asOneLine) : asOneLine(sent);
}

function asOneLine(sent: unknown): unknown {
  return typeof sent === 'string' ? inOneLine(sent) : sent;
}
