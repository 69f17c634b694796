import { v7 as uuid } from 'uuid';
import { checkSizeOfValues } from '../../fields/field-values.rules.js';
import type { CustomerId, TicketId } from '../../kernel/ids.js';
import { definedOnly, differing } from '../../kernel/objects.js';
import { Problems, type Checked, type FieldProblem } from '../../kernel/errors.js';
import type {
  MergedTicket,
  NewTicket,
  StoredTicket,
  TicketState,
} from '../rules/properties/stored-ticket.js';
import type { ExternalKey, TicketEntry } from '../rules/ticket.changes.js';
import { decidedContent, later, type BatchContext } from './ticket-content.rules.js';

/** The entries of a batch; null for an entry that could not be read at all. */
export type CheckedEntries = readonly Checked<TicketEntry | null>[];

/** One ticket of a batch. Several entries can be about it. */
interface Slot {
  readonly stored: (StoredTicket & Partial<MergedTicket>) | null;
  content: TicketState | null;
}

/** One accepted entry, and its ticket before and after it. */
export interface BatchStep {
  readonly slot: Slot;
  readonly entry: TicketEntry;
  readonly email: string;
  readonly before: TicketState | null;
  readonly after: TicketState;
}

export type JudgedEntry = { readonly step: BatchStep } | { readonly problems: readonly FieldProblem[] };

export type EntryOutcome =
  | { readonly result: 'added' | 'updated' | 'unchanged' }
  | { readonly result: 'rejected'; readonly problems: readonly FieldProblem[] };

/** Decides each entry in its order. A later entry with the same external key starts from what the earlier one left. */
export function planBatch(
  inputs: CheckedEntries,
  stored: readonly (StoredTicket & Partial<MergedTicket>)[],
  context: BatchContext,
): JudgedEntry[] {
  const slots = new Map<string, Slot>();
  for (const ticket of stored) slots.set(slotKey(ticket), { stored: ticket, content: ticket });
  return inputs.map(({ value: entry, problems: already }) => {
    if (entry === null) return { problems: already };
    const problems = new Problems(already);
    const key = slotKey(entry);
    const slot = slots.get(key) ?? { stored: null, content: null };
    if (slot.stored?.mergedIntoId)
      problems.add(
        'external_id',
        `belongs to ticket ${slot.stored.number}, which is merged into another one`,
      );
    const step = stepOf(entry, slot, context, problems);
    if (step === null) return { problems: problems.list };
    slot.content = step.after;
    if (entry.externalId !== null) slots.set(key, slot);
    return { step };
  });
}

/**
 * Makes the new ticket of a client; null when there are problems. Without `updated_at`, it was last updated when it was closed. `taken` is
 * the ticket that has its external key already.
 */
export function judgeCreation(
  entry: TicketEntry,
  taken: Pick<StoredTicket, 'id' | 'number'> | null,
  context: BatchContext,
  problems: Problems,
): BatchStep | null {
  if (taken) problems.add('external_id', `is already used by ticket ${taken.number} (${taken.id})`);
  const step = stepOf(entry, { stored: null, content: null }, context, problems);
  if (step === null) return null;
  checkSizeOfValues({}, step.after.fieldValues, problems);
  const updatedAt = entry.updatedAt ?? entry.closedAt;
  return { ...step, entry: { ...entry, ...definedOnly({ updatedAt }) } };
}

function stepOf(entry: TicketEntry, slot: Slot, context: BatchContext, problems: Problems): BatchStep | null {
  const before = slot.content;
  const after = decidedContent(before, entry, context, problems);
  const { email } = entry.changes;
  return problems.any || email === undefined ? null : { slot, entry, email, before, after };
}

/** The external keys of the entries, each once. */
export function externalKeysOf(inputs: CheckedEntries): ExternalKey[] {
  const keys = new Map<string, ExternalKey>();
  for (const { value: entry } of inputs) {
    if (entry === null || entry.externalId === null) continue;
    keys.set(slotKey(entry), { externalId: entry.externalId, source: entry.source });
  }
  return [...keys.values()];
}

export function slotKey({ externalId, source }: Pick<TicketEntry, keyof ExternalKey>): string {
  return JSON.stringify([externalId, source]);
}

export interface TicketChange {
  readonly before: StoredTicket;
  readonly after: StoredTicket;
}

/** The rows that a plan writes, in the order of the entries, and the result of each entry. */
export interface BatchRows {
  readonly outcomes: readonly EntryOutcome[];
  readonly added: readonly NewTicket[];
  readonly changed: readonly TicketChange[];
  /** The ticket of each entry; null for a rejected one. */
  readonly ids: readonly (TicketId | null)[];
}

/** Settles a plan once the customers of its accepted entries are known. */
export function rowsOfBatch(
  judged: readonly JudgedEntry[],
  customerOf: (email: string) => CustomerId,
  now: Date,
): BatchRows {
  const decided = new Map<Slot, NewTicket>();
  const outcomes = judged.map((judgedEntry): EntryOutcome => {
    if ('problems' in judgedEntry) return { result: 'rejected', problems: judgedEntry.problems };
    const { step } = judgedEntry;
    const current = decided.get(step.slot) ?? step.slot.stored;
    const ticket = ticketAfter(step, current, customerOf(step.email), now);
    if (ticket === null) return { result: 'unchanged' };
    decided.set(step.slot, ticket);
    return { result: current ? 'updated' : 'added' };
  });
  const tickets = [...decided];
  return {
    outcomes,
    added: tickets.flatMap(([{ stored }, ticket]) => (stored ? [] : [ticket])),
    changed: tickets.flatMap(([{ stored }, ticket]) =>
      stored ? [{ before: stored, after: { ...stored, ...ticket } }] : [],
    ),
    ids: judged.map((judgedEntry) => {
      if ('problems' in judgedEntry) return null;
      const { slot } = judgedEntry.step;
      return (decided.get(slot) ?? slot.stored)?.id ?? null;
    }),
  };
}

/**
 * The ticket after the step; null when nothing changes. Unless the entry says otherwise, a changed ticket was updated now, and after its
 * update before: `now` may be earlier than that, because it was read before the tickets were locked.
 */
function ticketAfter(
  step: BatchStep,
  current: NewTicket | null,
  customerId: CustomerId,
  now: Date,
): NewTicket | null {
  if (current === null) return newTicket(step, customerId, uuid() as TicketId);
  if (!isChanged(step, current, customerId)) return null;
  const next = new Date(current.updatedAt.getTime() + 1);
  const updatedAt = step.entry.updatedAt ?? later(later(now, next), step.after.createdAt);
  return { ...newTicket(step, customerId, current.id), updatedAt };
}

/** The ticket that the step adds. Unless the entry says otherwise, it was updated when it was created. */
export function newTicket({ entry, after }: BatchStep, customerId: CustomerId, id: TicketId): NewTicket {
  const { externalId, source } = entry;
  const updatedAt = entry.updatedAt ?? after.createdAt;
  return { ...after, id, customerId, externalId, source, updatedAt };
}

function isChanged({ before, after, entry }: BatchStep, current: NewTicket, customerId: CustomerId): boolean {
  const isTouched =
    entry.updatedAt !== undefined && entry.updatedAt.getTime() !== current.updatedAt.getTime();
  const isMoved = customerId !== current.customerId;
  return isTouched || isMoved || before === null || Object.keys(differing(before, after)).length > 0;
}
