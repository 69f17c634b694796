import type { TeamMemberId } from '../../kernel/ids.js';
import type { Checked, Problems } from '../../kernel/errors.js';
import { CLOSED } from '../../vocabulary/vocabulary.rules.js';
import { CleanDescription } from '../rules/description.rules.js';
import { REQUIRED_OF_CLIENTS, REQUIRED_PROPERTIES } from '../rules/properties/sent-ticket.js';
import type { TicketState } from '../rules/properties/stored-ticket.js';
import { namesOfRecord, type TicketNames } from '../rules/ticket-names.rules.js';
import type { TicketEntry } from '../rules/ticket.changes.js';
import { changedTicket, checkRequiredFields, emptyTicket, type ClosingRule } from '../rules/ticket.rules.js';

export interface BatchRules {
  /** Says whether fields must have values for closing a ticket, and for raising one. */
  readonly closing: ClosingRule;
  readonly required: readonly (typeof REQUIRED_OF_CLIENTS)[number][];
  readonly channel: string;
  readonly future: 'allowed' | 'refused';
  /** Says whether a new ticket may have been closed and opened again [rule 29]. */
  readonly reopened: 'allowed' | 'refused';
}

/** A new ticket obeys the same rules as a change of one. */
export const CREATION: BatchRules = {
  closing: 'needs_required_fields',
  required: REQUIRED_OF_CLIENTS,
  channel: 'api',
  future: 'refused',
  reopened: 'allowed',
};
/** A visitor of a form fills in what the form asks for, and not what agents have to. */
export const FORM: BatchRules = { ...CREATION, closing: 'as_recorded', channel: 'form' };
/** A customer with a session fills in what its form asks for. */
export const PORTAL: BatchRules = { ...FORM, channel: 'portal' };
/** A mail has no fields, and agents fill in what they need. */
export const MAIL: BatchRules = { ...FORM, channel: 'email' };
/** An import takes history as it is recorded. */
export const IMPORT: BatchRules = {
  closing: 'as_recorded',
  required: REQUIRED_PROPERTIES,
  channel: 'import',
  future: 'allowed',
  reopened: 'refused',
};

export interface BatchContext {
  readonly names: TicketNames;
  /** Finds removed members by their folded address. Null unless tickets are imported: those can use removed names. */
  readonly removed: ReadonlyMap<string, TeamMemberId> | null;
  readonly now: Date;
  readonly rules: BatchRules;
}

/** Cleans the description of an entry, which takes long and needs no transaction: an import does it ahead. */
export function withCleanDescription<Entry extends TicketEntry | null>(
  input: Checked<Entry>,
): Checked<Entry> {
  const { value: entry, problems } = input;
  if (entry === null || typeof entry.changes.description !== 'string') return input;
  const description = CleanDescription.of(entry.changes.description);
  return { value: { ...entry, changes: { ...entry.changes, description } }, problems };
}

/** Changes a ticket by an entry. `current` is null for a new ticket. */
export function decidedContent(
  current: TicketState | null,
  entry: TicketEntry,
  { names, removed, now, rules }: BatchContext,
  problems: Problems,
): TicketState {
  refuseMissing(entry, rules.required, problems);
  const createdAt = entry.createdAt ?? current?.createdAt ?? now;
  const happenedAt = entry.updatedAt ?? (current ? later(now, createdAt) : createdAt);
  const { channel = rules.channel, participants = null, messageId = null } = entry;
  const before = current ?? emptyTicket(names, { createdAt, channel, participants, messageId });
  const { changes } = entry;
  const words = removed ? namesOfRecord(names, removed, before, changes) : names;
  const closing = isHistory(entry, now) ? 'as_recorded' : rules.closing;
  const state = changedTicket(before, changes, words, happenedAt, problems, closing);
  if (closing === 'needs_required_fields')
    checkRequiredFields('isRequiredForSubmitting', names.fields, state.fieldValues, problems);
  const isClosed = state.statusId === names.statuses.get(CLOSED) || problems.has('status');
  const closedAt = isClosed ? (entry.closedAt ?? state.closedAt) : state.closedAt;
  if (rules.future === 'refused') refuseFutureDates(entry, now, problems);
  if (entry.closedAt && !isClosed) refuseReopened(entry, rules, problems);
  if (rules.reopened === 'allowed') refuseLaterEnd(entry, problems);
  refuseImpossibleDates(entry, { createdAt, closedAt: entry.closedAt ?? closedAt }, problems);
  return { ...state, closedAt, createdAt };
}

/** Tells when a new ticket that was reopened had been closed; null for any other ticket. */
export function earlierClosing({ closedAt }: TicketEntry, after: Pick<TicketState, 'closedAt'>): Date | null {
  return after.closedAt === null ? (closedAt ?? null) : null;
}

/** Refuses a ticket that has an end without being closed, unless it comes with its whole past [rule 29]. */
function refuseReopened({ createdAt }: TicketEntry, { reopened }: BatchRules, problems: Problems): void {
  if (reopened === 'refused' || !createdAt)
    problems.add('closed_at', 'is only for tickets with the status closed');
}

/** The closing of a ticket is a change of it [rule 29]. */
function refuseLaterEnd({ updatedAt, closedAt }: TicketEntry, problems: Problems): void {
  if (closedAt && updatedAt && closedAt > updatedAt && !problems.has('closed_at'))
    problems.add('closed_at', 'must not be after updated_at');
}

/** Tells whether an entry takes a ticket over from another system. It needs no fields [rule 11]. */
function isHistory({ externalId, source, createdAt }: TicketEntry, now: Date): boolean {
  return externalId !== null && source !== null && createdAt !== undefined && createdAt < now;
}

function refuseMissing({ changes }: TicketEntry, names: BatchRules['required'], problems: Problems): void {
  for (const name of names)
    if (changes[name] === undefined && !problems.has(name)) problems.add(name, 'is required');
}

function refuseImpossibleDates(
  sent: TicketEntry,
  { createdAt, closedAt }: Pick<TicketState, 'createdAt' | 'closedAt'>,
  problems: Problems,
): void {
  // A created_at that is refused already cannot be compared.
  if (problems.has('created_at')) return;
  if (sent.updatedAt && sent.updatedAt < createdAt)
    problems.add('updated_at', 'must not be before created_at');
  if (closedAt && closedAt < createdAt && !problems.has('closed_at'))
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
