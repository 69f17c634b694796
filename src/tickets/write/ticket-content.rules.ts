import type { CustomerId, TicketId } from '../../kernel/ids.js';
import type { Draft, Problems } from '../../kernel/problems.js';
import { CLOSED } from '../../vocabulary/vocabulary.rules.js';
import { CleanDescription } from '../rules/description.rules.js';
import type { Participant } from '../rules/participants.rules.js';
import { namesOfRecord, type TicketHistory } from '../rules/ticket-history.rules.js';
import type { TicketNames } from '../rules/ticket-names.rules.js';
import { REQUIRED_OF_CLIENTS, REQUIRED_PROPERTIES } from '../rules/ticket-property.rules.js';
import type { ExternalKey, TicketEntry } from '../rules/ticket.changes.js';
import {
  changedTicket,
  checkRequiredFields,
  emptyTicket,
  type ClosingRule,
  type TicketState,
} from '../rules/ticket.rules.js';

/** The parts of a ticket that an entry decides: all but its customer, who may have to be created first. */
export interface TicketContent extends TicketState {
  readonly createdAt: Date;
  readonly channel: string;
  /** Null when there are none. */
  readonly participants: readonly Participant[] | null;
}

/** A ticket that has everything but its id and number. */
export interface UnnumberedTicket extends TicketContent, Pick<TicketEntry, keyof ExternalKey> {
  readonly customerId: CustomerId;
  readonly updatedAt: Date;
}

/** A ticket that gets its number when its row is written. */
export interface RaisedTicket extends UnnumberedTicket {
  readonly id: TicketId;
}

/** The whole row of a ticket. */
export interface StoredTicket extends RaisedTicket {
  readonly number: number;
}

export interface BatchRules {
  /** Whether fields must have values for closing a ticket, and for raising one. */
  readonly closing: ClosingRule;
  readonly required: readonly (typeof REQUIRED_OF_CLIENTS)[number][];
  /** The channel of a new ticket that names none. */
  readonly channel: string;
  /** Whether an entry may name moments that are still to come. */
  readonly future: 'allowed' | 'refused';
}

/** A new ticket obeys the same rules as a change of one. */
export const CREATION: BatchRules = {
  closing: 'needs_required_fields',
  required: REQUIRED_OF_CLIENTS,
  channel: 'api',
  future: 'refused',
};
/** A visitor of a form fills in what the form asks for, and not what agents have to. */
export const FORM: BatchRules = { ...CREATION, closing: 'as_recorded', channel: 'form' };
/** An import takes history as it is recorded. */
export const IMPORT: BatchRules = {
  closing: 'as_recorded',
  required: REQUIRED_PROPERTIES,
  channel: 'import',
  future: 'allowed',
};

export interface BatchContext {
  readonly names: TicketNames;
  /** The names that only a ticket of an import can use; null when there are none. */
  readonly history: TicketHistory | null;
  readonly now: Date;
  readonly rules: BatchRules;
}

/** Cleans the description of an entry, which takes long and needs no transaction: an import does it ahead. */
export function withCleanDescription<Entry extends TicketEntry | null>(draft: Draft<Entry>): Draft<Entry> {
  const { value: entry, problems } = draft;
  if (entry === null || typeof entry.changes.description !== 'string') return draft;
  const description = CleanDescription.of(entry.changes.description);
  return { value: { ...entry, changes: { ...entry.changes, description } }, problems };
}

/** Changes a ticket by an entry. `current` is null for a new ticket. */
export function decidedContent(
  current: TicketContent | null,
  entry: TicketEntry,
  { names, history, now, rules }: BatchContext,
  problems: Problems,
): TicketContent {
  refuseMissing(entry, rules.required, problems);
  const createdAt = entry.createdAt ?? current?.createdAt ?? now;
  const happenedAt = entry.updatedAt ?? (current ? later(now, createdAt) : createdAt);
  const before = current ?? emptyTicket(names);
  const { changes } = entry;
  const words = history ? namesOfRecord(names, history, before, changes) : names;
  const closing = isHistory(entry, now) ? 'as_recorded' : rules.closing;
  const state = changedTicket(before, changes, words, happenedAt, problems, closing);
  if (closing === 'needs_required_fields')
    checkRequiredFields('isRequiredForSubmitting', names.fields, state.fieldValues, problems);
  const { channel = rules.channel, participants = null } = current ?? entry;
  const closedAt = entry.closedAt ?? state.closedAt;
  const content = { ...state, closedAt, createdAt, channel, participants };
  const isClosed = state.statusId === names.statuses.get(CLOSED) || problems.has('status');
  if (rules.future === 'refused') refuseFutureDates(entry, now, problems);
  refuseImpossibleDates(entry, content, isClosed, problems);
  return content;
}

/** Whether an entry takes a ticket over from another system. It needs no fields (extensions, section 11). */
function isHistory({ externalId, source, createdAt }: TicketEntry, now: Date): boolean {
  return externalId !== null && source !== null && createdAt !== undefined && createdAt < now;
}

function refuseMissing({ changes }: TicketEntry, names: BatchRules['required'], problems: Problems): void {
  for (const name of names)
    if (changes[name] === undefined && !problems.has(name)) problems.add(name, 'is required');
}

/** Refuses dates that contradict each other. */
function refuseImpossibleDates(
  sent: TicketEntry,
  { createdAt, closedAt }: TicketContent,
  isClosed: boolean,
  problems: Problems,
): void {
  if (sent.closedAt && !isClosed) problems.add('closed_at', 'is for tickets with the status closed only');
  // A created_at that is refused already cannot be compared.
  if (problems.has('created_at')) return;
  if (sent.updatedAt && sent.updatedAt < createdAt)
    problems.add('updated_at', 'must not be before created_at');
  if (isClosed && closedAt && closedAt < createdAt)
    problems.add('closed_at', 'must not be before created_at');
}

function refuseFutureDates(sent: TicketEntry, now: Date, problems: Problems): void {
  const dates = { created_at: sent.createdAt, updated_at: sent.updatedAt, closed_at: sent.closedAt };
  for (const [path, date] of Object.entries(dates))
    if (date && date > now) problems.add(path, 'must not be in the future');
}

export function later(one: Date, other: Date): Date {
  return one < other ? other : one;
}
