import { checkEmail } from '../http/validators.js';
import { checkDateTime, checkList, checkOneOf, checkText, type Check } from '../kernel/checks.js';
import { parseJson } from '../kernel/json-text.js';
import { definedOnly, isObject } from '../kernel/objects.js';
import { Problems, type Draft } from '../kernel/problems.js';
import type { TicketEntry } from '../tickets/ticket-batch.rules.js';
import { checkDescription } from '../tickets/description.js';
import { PRIORITIES, type TicketPriority } from '../tickets/ticket.changes.js';
import { MAX_SENT_TAGS, MAX_SUBJECT_LENGTH } from '../tickets/ticket.limits.js';
import { MAX_LINE_BYTES } from './lines.js';
import { unreadable } from './source-record.js';

/**
 * The keys of a line (decisions, section 10). Those of an update have the shapes and the words of the API; a key that only
 * an import has may be null, which says the same as leaving it out.
 */
export interface TicketLine {
  readonly email?: string;
  readonly name?: string | null;
  readonly subject?: string;
  readonly description?: string;
  readonly ticket_fields?: Readonly<Record<string, unknown>>;
  readonly status?: string;
  readonly priority?: TicketPriority;
  readonly category?: string;
  readonly sub_category_one?: string | null;
  readonly sub_category_two?: string | null;
  readonly group?: string | null;
  readonly assignee_email?: string | null;
  readonly tags?: readonly unknown[];
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly closed_at?: string | null;
  readonly resolution_due_date?: string | null;
  readonly external_id?: string | null;
  readonly source?: string | null;
}

const text: Check = (value) => checkText(value);
const shortText: Check = (value) => checkText(value, { max: 255, blank: 'refused' });

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null ? null : check(value);

const CHECKS: Readonly<Record<keyof TicketLine, Check>> = {
  email: checkEmail,
  name: orNull((value) => checkText(value, { max: 255 })),
  subject: (value) => checkText(value, { max: MAX_SUBJECT_LENGTH, blank: 'refused' }),
  description: checkDescription,
  ticket_fields: (value) => (isObject(value) ? null : 'must be an object'),
  status: text,
  priority: (value) => checkOneOf(value, PRIORITIES),
  category: text,
  sub_category_one: orNull(text),
  sub_category_two: orNull(text),
  group: orNull(text),
  assignee_email: orNull(checkEmail),
  // Each tag is judged by the rules, at its own path.
  tags: (value) => checkList(value, { max: MAX_SENT_TAGS, of: 'strings' }),
  created_at: checkDateTime,
  updated_at: checkDateTime,
  closed_at: orNull(checkDateTime),
  resolution_due_date: orNull(checkDateTime),
  external_id: orNull(shortText),
  source: orNull(shortText),
};

/** Every key of the format in the words of its files. */
export const TICKET_KEYS = Object.keys(CHECKS) as readonly (keyof TicketLine)[];

/**
 * What a line says, its well-shaped keys as an entry and everything else named; null instead of an entry when the line
 * holds none.
 */
export function readTicketLine(line: string): Draft<TicketEntry | null> {
  const { value, problems } = parseLine(line);
  return value === null ? { value, problems } : readTicket(value);
}

/** The same for what a line said, or what a record of another format says in the words of a line. */
export function readTicket(value: object): Draft<TicketEntry> {
  const found = new Problems();
  const shaped: [string, unknown][] = [];
  for (const [key, sent] of Object.entries(value)) {
    const problem = Object.hasOwn(CHECKS, key)
      ? CHECKS[key as keyof TicketLine](sent)
      : 'is not a known property';
    if (problem === null) shaped.push([key, sent]);
    else found.add(key, problem);
  }
  return { value: toEntry(Object.fromEntries(shaped)), problems: found.list };
}

function parseLine(line: string): Draft<object | null> {
  if (Buffer.byteLength(line) > MAX_LINE_BYTES)
    return unreadable(`must have at most ${MAX_LINE_BYTES} bytes`);
  let value: unknown;
  try {
    value = parseJson(line);
  } catch (error) {
    return unreadable(`is not JSON: ${(error as SyntaxError).message}`);
  }
  return isObject(value) ? { value, problems: [] } : unreadable('must be a JSON object');
}

function toEntry(line: TicketLine): TicketEntry {
  return {
    changes: definedOnly({
      email: line.email,
      subject: line.subject,
      description: line.description,
      fieldValues: line.ticket_fields,
      status: line.status,
      priority: line.priority,
      category: line.category,
      subCategoryOne: line.sub_category_one,
      subCategoryTwo: line.sub_category_two,
      group: line.group,
      assigneeEmail: line.assignee_email,
      tags: line.tags,
      resolutionDueAt: line.resolution_due_date === null ? null : instantOf(line.resolution_due_date),
    }),
    externalId: line.external_id ?? null,
    source: line.source ?? null,
    ...definedOnly({
      customerName: line.name ?? undefined,
      createdAt: instantOf(line.created_at),
      updatedAt: instantOf(line.updated_at),
      closedAt: instantOf(line.closed_at ?? undefined),
    }),
  };
}

function instantOf(sent: string | undefined): Date | undefined {
  return sent === undefined ? undefined : new Date(sent);
}
