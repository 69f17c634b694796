import type { CustomerId, TicketId } from '../../kernel/ids.js';
import type { Draft, Problems } from '../../kernel/problems.js';
import { CLOSED, NEW } from '../../vocabulary/vocabulary.rules.js';
import { checkFieldsForSubmitting, type ClosingRule } from '../rules/closing.rules.js';
import { CleanDescription } from '../rules/description.rules.js';
import type { Participant } from '../rules/participants.rules.js';
import {
  refuseFutureDates,
  refuseImpossibleDates,
  type EntryDates,
  type FutureRule,
} from '../rules/ticket-dates.rules.js';
import { namesOfRecord, type TicketHistory } from '../rules/ticket-history.rules.js';
import type { TicketNames } from '../rules/ticket-names.rules.js';
import { REQUIRED_OF_CLIENTS, REQUIRED_PROPERTIES } from '../rules/ticket-property.rules.js';
import type { TicketChanges } from '../rules/ticket.changes.js';
import { changedTicket, type TicketState } from '../rules/ticket.rules.js';

/** How another system knows a ticket. Both together are unique in the workspace. */
export interface ExternalKey {
  readonly externalId: string;
  readonly source: string | null;
}

/** A ticket as a client or a file describes it, with the names it used and the dates of its history. Absent means not named. */
export interface TicketEntry extends EntryDates {
  readonly changes: TicketChanges;
  /** Counts only when the customer has to be created. */
  readonly customerName?: string;
  readonly externalId: string | null;
  readonly source: string | null;
  /** Where a new ticket came from. */
  readonly channel?: string;
  /** Of a new ticket. */
  readonly participants?: readonly Participant[];
}

/** What an entry decides about a ticket: all but its customer, who may have to be created first. */
export type TicketContent = TicketState & {
  readonly createdAt: Date;
  readonly channel: string;
  /** Null when there are none. */
  readonly participants: readonly Participant[] | null;
};

/** A ticket that has everything but its id and number. */
export type UnnumberedTicket = TicketContent & {
  readonly customerId: CustomerId;
  readonly externalId: string | null;
  readonly source: string | null;
  readonly updatedAt: Date;
};

/** One that gets its number when its row is written. */
export type RaisedTicket = UnnumberedTicket & { readonly id: TicketId };

/** A whole row of a new ticket. */
export type NewTicket = RaisedTicket & { readonly number: number };

/** A ticket that is there, as its row holds it. */
export type StoredTicket = NewTicket;

export interface BatchRules {
  /** Whether fields must have values for closing a ticket, and for raising one. */
  readonly closing: ClosingRule;
  /** What a new ticket must say. */
  readonly required: readonly (typeof REQUIRED_OF_CLIENTS)[number][];
  /** The channel of a new ticket that names none. */
  readonly channel: string;
  readonly future: FutureRule;
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

/**
 * The entry with its description cleaned. Cleaning takes the longest and needs neither the workspace nor a transaction, so an
 * import does it ahead.
 */
export function withCleanDescription<Entry extends TicketEntry | null>(draft: Draft<Entry>): Draft<Entry> {
  const { value: entry, problems } = draft;
  if (entry === null || typeof entry.changes.description !== 'string') return draft;
  const description = CleanDescription.of(entry.changes.description);
  return { value: { ...entry, changes: { ...entry.changes, description } }, problems };
}

/** What a ticket has become by an entry, after what it was before. Every problem of the entry is added. */
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
    checkFieldsForSubmitting(names.fields.values(), state.fieldValues, problems);
  const { channel = rules.channel, participants = null } = current ?? entry;
  const closedAt = entry.closedAt ?? state.closedAt;
  const content = { ...state, closedAt, createdAt, channel, participants };
  const isClosed = state.statusId === names.statuses.get(CLOSED) || problems.has('status');
  if (rules.future === 'refused') refuseFutureDates(entry, now, problems);
  refuseImpossibleDates(entry, content, isClosed, problems);
  return content;
}

/** Whether an entry takes a ticket over from another system. Nobody asks such a ticket for fields (extensions, section 11). */
function isHistory({ externalId, source, createdAt }: TicketEntry, now: Date): boolean {
  return externalId !== null && source !== null && createdAt !== undefined && createdAt < now;
}

function refuseMissing({ changes }: TicketEntry, names: BatchRules['required'], problems: Problems): void {
  for (const name of names)
    if (changes[name] === undefined && !problems.has(name)) problems.add(name, 'is required');
}

/** What a ticket is before its first entry. */
function emptyTicket({ statuses }: TicketNames): TicketState {
  const statusId = statuses.get(NEW);
  if (statusId === undefined) throw new Error('The workspace has no status for new tickets.');
  return {
    subject: '',
    description: '',
    priority: null,
    statusId,
    categoryId: null,
    subCategoryOneId: null,
    subCategoryTwoId: null,
    groupId: null,
    assigneeId: null,
    tags: [],
    fieldValues: {},
    resolutionDueAt: null,
    closedAt: null,
  };
}

/** The later moment of two. */
export function later(one: Date, other: Date): Date {
  return one < other ? other : one;
}
