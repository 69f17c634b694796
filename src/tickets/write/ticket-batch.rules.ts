import { checkSizeOfValues } from '../../fields/field-values.rules.js';
import type { CustomerId } from '../../kernel/ids.js';
import { Problems, type Draft, type FieldProblem } from '../../kernel/problems.js';
import { differenceOf } from '../rules/ticket.rules.js';
import {
  type BatchContext,
  decidedContent,
  later,
  type StoredTicket,
  type TicketContent,
  type UnnumberedTicket,
} from './ticket-content.rules.js';
import type { ExternalKey, TicketEntry } from '../rules/ticket.changes.js';

/** The entries of a batch; null for an entry that could not be read at all. */
export type EntryDrafts = readonly Draft<TicketEntry | null>[];

/** One ticket of a batch. Several entries can be about it. */
interface Slot {
  readonly stored: StoredTicket | null;
  content: TicketContent | null;
}

/** One accepted entry, and its ticket before and after it. */
export interface Step {
  readonly slot: Slot;
  readonly entry: TicketEntry;
  readonly email: string;
  readonly before: TicketContent | null;
  readonly after: TicketContent;
}

export type Verdict = { readonly step: Step } | { readonly problems: readonly FieldProblem[] };

/** The result of one entry of a batch. */
export type EntryOutcome =
  | { readonly result: 'added' | 'updated' | 'unchanged' }
  | { readonly result: 'rejected'; readonly problems: readonly FieldProblem[] };

/**
 * Decides each entry in its order. A later entry with the same external key starts from what the earlier one left.
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

/**
 * Decides a ticket that a client raises; null when there are problems.
 * @param taken the ticket that has its external key already
 */
export function judgeCreation(
  entry: TicketEntry,
  taken: Pick<StoredTicket, 'id' | 'number'> | null,
  context: BatchContext,
  problems: Problems,
): Step | null {
  if (taken) problems.add('external_id', `is already used by ticket ${taken.number} (${taken.id})`);
  const step = stepOf(entry, { stored: null, content: null }, context, problems);
  if (step) checkSizeOfValues({}, step.after.fieldValues, problems);
  return step;
}

function stepOf(entry: TicketEntry, slot: Slot, context: BatchContext, problems: Problems): Step | null {
  const before = slot.content;
  const after = decidedContent(before, entry, context, problems);
  const { email } = entry.changes;
  return problems.any || email === undefined ? null : { slot, entry, email, before, after };
}

/** The external keys of the entries, each once. */
export function externalKeysOf(drafts: EntryDrafts): ExternalKey[] {
  const keys = new Map<string, ExternalKey>();
  for (const { value: entry } of drafts) {
    if (entry === null || entry.externalId === null) continue;
    keys.set(slotKey(entry), { externalId: entry.externalId, source: entry.source });
  }
  return [...keys.values()];
}

/** Makes one text of an external key. */
export function slotKey({ externalId, source }: Pick<TicketEntry, keyof ExternalKey>): string {
  return JSON.stringify([externalId, source]);
}

/** A stored ticket before and after the batch. */
export interface TicketChange {
  readonly before: StoredTicket;
  readonly after: StoredTicket;
}

/** The rows that a plan writes, in the order of the entries, and the result of each entry. */
export interface Settlement {
  readonly outcomes: readonly EntryOutcome[];
  readonly added: readonly UnnumberedTicket[];
  /** For each entry the place of its ticket in `added`, or the ticket itself when it was there; null for a rejected one. */
  readonly tickets: readonly (number | StoredTicket | null)[];
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
  const places = new Map([...added.keys()].map((slot, place) => [slot, place]));
  const tickets = verdicts.map((verdict) =>
    'problems' in verdict ? null : (verdict.step.slot.stored ?? places.get(verdict.step.slot) ?? null),
  );
  return { outcomes, added: [...added.values()], tickets, changed: [...changed.values()] };
}

/** The ticket after the step; null when nothing changes. Unless the entry says otherwise, a changed ticket was updated now. */
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

/** The ticket that the step adds. Unless the entry says otherwise, it was updated when it was created. */
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
