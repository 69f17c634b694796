import { parseJson } from '../../kernel/json-text.js';
import { isObject } from '../../kernel/objects.js';
import { Problems, type Draft } from '../../kernel/problems.js';
import { inOneLine } from '../../kernel/text.js';
import { entryOf, TICKET_CHECKS } from '../../tickets/rules/ticket-property.rules.js';
import type { TicketEntry } from '../../tickets/rules/ticket.changes.js';
import { MAX_LINE_BYTES } from './lines.reader.js';
import { readComments } from './comment-line.rules.js';
import { unreadable, type ReadRecord } from './source-record.js';

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

/** A ticket with its comments, or more comments of the ticket before. */
function readRecord({ comments: sent, ...ticket }: Readonly<Record<string, unknown>>): ReadRecord {
  if (sent === undefined) return readTicket(ticket);
  const { comments, problems } = readComments(sent);
  if (Object.keys(ticket).length === 0) return { value: null, problems, comments, isContinuation: true };
  const draft = readTicket(ticket);
  return { value: draft.value, problems: [...draft.problems, ...problems], comments };
}

/** Texts of one line. Other systems let line ends into them: an import puts a space in their place. */
const FOLDED: readonly string[] = ['subject', 'name', 'tags'];

/** Reads the properties of a ticket. */
export function readTicket(value: object): Draft<TicketEntry> {
  const problems = new Problems();
  const shaped: [string, unknown][] = [];
  for (const [key, raw] of Object.entries(value)) {
    const sent = FOLDED.includes(key) ? folded(raw) : (raw as unknown);
    const problem = Object.hasOwn(TICKET_CHECKS, key)
      ? TICKET_CHECKS[key as keyof typeof TICKET_CHECKS](sent)
      : 'is not a known property';
    if (problem === null) shaped.push([key, sent]);
    else problems.add(key, problem);
  }
  return { value: entryOf(Object.fromEntries(shaped)), problems: problems.list };
}

function folded(sent: unknown): unknown {
  if (Array.isArray(sent)) return sent.map(folded);
  return typeof sent === 'string' ? inOneLine(sent) : sent;
}
