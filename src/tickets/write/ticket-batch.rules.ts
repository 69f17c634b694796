import type { CustomerId, TicketId } from '../../kernel/ids.js';
import { Problems, type Draft, type FieldProblem } from '../../kernel/problems.js';
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
import { changedTicket, differenceOf, type TicketState } from '../rules/ticket.rules.js';

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

/** The entries of a batch; null for an entry that could not be read at all. */
export type EntryDrafts = readonly Draft<TicketEntry | null>[];

/** What an entry decides about a ticket: all but its customer, who may have to be created first. */
export type TicketContent = TicketState & {
  readonly createdAt: Date;
  /** Null in the row of an earlier release. */
  readonly channel: string | null;
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

/** A whole row of a new ticket. */
export type NewTicket = UnnumberedTicket & { readonly id: TicketId; readonly number: number };

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

/** One ticket of a batch. Several entries can be about it. */
interface Slot {
  readonly stored: StoredTicket | null;
  content: TicketContent | null;
}

/** One accepted entry: what its ticket was before it and is after it. */
export interface Step {
  readonly slot: Slot;
  readonly entry: TicketEntry;
  readonly email: string;
  readonly before: TicketContent | null;
  readonly after: TicketContent;
}

export type Verdict = { readonly step: Step } | { readonly problems: readonly FieldProblem[] };

/** What became of one entry of a batch. */
export type EntryOutcome =
  | { readonly result: 'added' | 'updated' | 'unchanged' }
  | { readonly result: 'rejected'; readonly problems: readonly FieldProblem[] };

/**
 * What each entry does to which ticket, in their order. A later entry with the same external key starts from what the earlier
 * one left. A refused entry changes nothing, and has every problem of it.
 * @param stored the tickets that have one of the entries' external keys
 */
export function planBatch(
  drafts: EntryDrafts,
  stored: readonly StoredTicket[],
  context: BatchContext,
): Verdict[] {
  const slots = new Map<string, Slot>();
  for (const ticket of stored) slots.set(slotKey(ticket), { stored: ticket, content: ticket });
  return drafts.map(({ value: entry, problems: already }) => {
    if (entry === null) return { problems: already };
    const problems = new Problems(already);
    const key = slotKey(entry);
    const slot = slots.get(key) ?? { stored: null, content: null };
    const step = stepOf(entry, slot, context, problems);
    if (step === null) return { problems: problems.list };
    slot.content = step.after;
    if (entry.externalId !== null) slots.set(key, slot);
    return { step };
  });
}

/** What an entry does to its ticket; null when there are problems. */
export function stepOf(
  entry: TicketEntry,
  slot: Slot,
  context: BatchContext,
  problems: Problems,
): Step | null {
  const before = slot.content;
  const after = decidedContent(before, entry, context, problems);
  const { email } = entry.changes;
  return problems.any || email === undefined ? null : { slot, entry, email, before, after };
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

/** The external keys that the entries name, each once. */
export function externalKeysOf(drafts: EntryDrafts): ExternalKey[] {
  const keys = new Map<string, ExternalKey>();
  for (const { value: entry } of drafts) {
    if (entry === null || entry.externalId === null) continue;
    keys.set(slotKey(entry), { externalId: entry.externalId, source: entry.source });
  }
  return [...keys.values()];
}

/** An external key as one text. */
export function slotKey({ externalId, source }: Pick<TicketEntry, 'externalId' | 'source'>): string {
  return JSON.stringify([externalId, source]);
}

/** A ticket that was there before the batch. */
export interface TicketChange {
  readonly before: StoredTicket;
  readonly after: StoredTicket;
}

/** What is to be written, in the order of the entries, and what became of each of them. */
export interface Settlement {
  readonly outcomes: readonly EntryOutcome[];
  readonly added: readonly UnnumberedTicket[];
  readonly changed: readonly TicketChange[];
}

/** Settles a plan once the customers of its accepted entries are known. */
export function settleBatch(
  verdicts: readonly Verdict[],
  customerOf: (email: string) => CustomerId,
  now: Date,
): Settlement {
  const added = new Map<Slot, UnnumberedTicket>();
  const changed = new Map<Slot, TicketChange>();
  const outcomes = verdicts.map((verdict): EntryOutcome => {
    if ('problems' in verdict) return { result: 'rejected', problems: verdict.problems };
    const { step } = verdict;
    const { slot } = step;
    const current = changed.get(slot)?.after ?? added.get(slot) ?? slot.stored;
    const ticket = settledTicket(step, current, customerOf(step.email), now);
    if (ticket === null) return { result: 'unchanged' };
    const { stored } = slot;
    if (stored) changed.set(slot, { before: stored, after: { ...stored, ...ticket } });
    else added.set(slot, ticket);
    return { result: current ? 'updated' : 'added' };
  });
  return { outcomes, added: [...added.values()], changed: [...changed.values()] };
}

/**
 * The ticket after the step; null when the step changes nothing. `updated_at` is what the entry names. Without it, a changed
 * ticket was updated now, and a new one when it was created.
 */
function settledTicket(
  step: Step,
  current: UnnumberedTicket | null,
  customerId: CustomerId,
  now: Date,
): UnnumberedTicket | null {
  if (current === null) return newTicket(step, customerId);
  if (!isChanged(step, current, customerId)) return null;
  const updatedAt = step.entry.updatedAt ?? later(now, step.after.createdAt);
  return { ...newTicket(step, customerId), updatedAt };
}

/** The new ticket that the step leaves. */
export function newTicket(
  { entry: { externalId, source, updatedAt }, after }: Step,
  customerId: CustomerId,
): UnnumberedTicket {
  return { ...after, customerId, externalId, source, updatedAt: updatedAt ?? after.createdAt };
}

function isChanged(
  { before, after, entry }: Step,
  current: UnnumberedTicket,
  customerId: CustomerId,
): boolean {
  const isTouched =
    entry.updatedAt !== undefined && entry.updatedAt.getTime() !== current.updatedAt.getTime();
  const isMoved = customerId !== current.customerId;
  return isTouched || isMoved || before === null || Object.keys(differenceOf(before, after)).length > 0;
}

function decidedContent(
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

function later(one: Date, other: Date): Date {
  return one < other ? other : one;
}
