import type { CustomerId, TicketId } from '../../kernel/ids.js';
import { Problems, type Draft, type FieldProblem } from '../../kernel/problems.js';
import { CLOSED, NEW } from '../../vocabulary/vocabulary.rules.js';
import type { ClosingRule } from '../rules/closing.rules.js';
import { CleanDescription } from '../rules/description.rules.js';
import { namesOfRecord, type TicketHistory } from '../rules/ticket-history.rules.js';
import type { TicketNames } from '../rules/ticket-names.rules.js';
import { REQUIRED_PROPERTIES } from '../rules/ticket-property.rules.js';
import type { TicketChanges } from '../rules/ticket.changes.js';
import { changedTicket, differenceOf, type TicketState } from '../rules/ticket.rules.js';

/** How another system knows a ticket. Both together are unique in the workspace. */
export interface ExternalKey {
  readonly externalId: string;
  readonly source: string | null;
}

/** A ticket as a client or a file describes it, with the names it used and the dates of its history. Absent means not named. */
export interface TicketEntry {
  readonly changes: TicketChanges;
  /** Counts only when the customer has to be created. */
  readonly customerName?: string;
  readonly externalId: string | null;
  readonly source: string | null;
  readonly createdAt?: Date;
  readonly updatedAt?: Date;
  readonly closedAt?: Date;
}

/** The entries of a batch; null for an entry that could not be read at all. */
export type EntryDrafts = readonly Draft<TicketEntry | null>[];

/** What an entry decides about a ticket: all but its customer, who may have to be created first. */
export type TicketContent = TicketState & { readonly createdAt: Date };

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
  readonly closing: ClosingRule;
  /** What an entry with the external key of a stored ticket does. */
  readonly existing: 'updated' | 'refused';
}

/** A new ticket obeys the same rules as a change of one. */
export const CREATION: BatchRules = { closing: 'needs_required_fields', existing: 'refused' };
/** An import takes history as it is recorded. */
export const IMPORT: BatchRules = { closing: 'as_recorded', existing: 'updated' };

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
    const before = slot.content;
    if (before && context.rules.existing === 'refused') {
      problems.add('external_id', 'is already used by another ticket of the same source');
    }
    const after = decidedContent(before, entry, context, problems);
    const { email } = entry.changes;
    if (problems.any || email === undefined) return { problems: problems.list };
    slot.content = after;
    if (entry.externalId !== null) slots.set(key, slot);
    return { step: { slot, entry, email, before, after } };
  });
}

/**
 * The entry with its description cleaned. Cleaning takes the longest and needs neither the workspace nor a transaction, so an
 * import does it ahead.
 */
export function withCleanDescription(draft: Draft<TicketEntry | null>): Draft<TicketEntry | null> {
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
  const { entry, after } = step;
  if (current && !isChanged(step, current, customerId)) return null;
  const updatedAt = entry.updatedAt ?? (current ? later(now, after.createdAt) : after.createdAt);
  return { ...after, customerId, externalId: entry.externalId, source: entry.source, updatedAt };
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
  refuseMissing(entry, problems);
  const createdAt = entry.createdAt ?? current?.createdAt ?? now;
  const happenedAt = entry.updatedAt ?? (current ? later(now, createdAt) : createdAt);
  const before = current ?? emptyTicket(names);
  const { changes } = entry;
  const words = history ? namesOfRecord(names, history, before, changes) : names;
  const state = changedTicket(before, changes, words, happenedAt, problems, rules.closing);
  const content = { ...state, closedAt: entry.closedAt ?? state.closedAt, createdAt };
  refuseImpossibleDates(content, entry, names, problems);
  return content;
}

function refuseMissing({ changes }: TicketEntry, problems: Problems): void {
  for (const name of REQUIRED_PROPERTIES)
    if (changes[name] === undefined && !problems.has(name)) problems.add(name, 'is required');
}

function refuseImpossibleDates(
  { createdAt, closedAt, statusId }: TicketContent,
  entry: TicketEntry,
  { statuses }: TicketNames,
  problems: Problems,
): void {
  const isClosed = statusId === statuses.get(CLOSED) || problems.has('status');
  if (entry.closedAt && !isClosed) problems.add('closed_at', 'is for tickets with the status closed only');
  // A created_at that is refused already cannot be compared.
  if (problems.has('created_at')) return;
  if (entry.updatedAt && entry.updatedAt < createdAt)
    problems.add('updated_at', 'must not be before created_at');
  if (isClosed && closedAt && closedAt < createdAt)
    problems.add('closed_at', 'must not be before created_at');
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
