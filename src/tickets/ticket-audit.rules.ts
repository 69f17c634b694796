import { isDeepStrictEqual } from 'node:util';
import type { AuditedState, NewAuditEntry } from '../audit/audit-entry.js';
import type { StoredFieldValues } from '../fields/field-values.rules.js';
import type { TicketId, WorkspaceId } from '../kernel/ids.js';
import type { EntryOutcome, NewTicket, TicketChange } from './ticket-batch.rules.js';

/**
 * What the audit trail keeps of a ticket, in the words of an update's body, so that `before` is the update that would take a
 * change back. What a row holds by id is an id here, too: the statement that writes the entry finds its name.
 */
const TERMS = {
  customerId: 'email',
  subject: 'subject',
  description: 'description',
  fieldValues: 'ticket_fields',
  statusId: 'status',
  priority: 'priority',
  categoryId: 'category',
  subCategoryOneId: 'sub_category_one',
  subCategoryTwoId: 'sub_category_two',
  groupId: 'group',
  assigneeId: 'assignee_email',
  tags: 'tags',
  resolutionDueAt: 'resolution_due_date',
} as const satisfies Partial<Record<keyof NewTicket, string>>;

/** The properties of a ticket that the trail keeps. */
export type AuditedTicket = Pick<NewTicket, keyof typeof TERMS>;

/** An entry about one ticket, its names still ids. */
export type TicketEntryTerms = Pick<NewAuditEntry, 'before' | 'after'>;

/** The whole of such an entry. */
export type NewTicketEntry = TicketEntryTerms & Pick<NewAuditEntry, 'action'> & { readonly id: TicketId };

/** The properties that change, as they were and as they will be; of the field values those that differ. */
export function changedTerms(current: AuditedTicket, changes: Partial<AuditedTicket>): TicketEntryTerms {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const key of Object.keys(TERMS) as (keyof typeof TERMS)[]) {
    const value = changes[key];
    if (value === undefined) continue;
    before[TERMS[key]] = current[key];
    after[TERMS[key]] = value;
  }
  if (changes.fieldValues === undefined) return { before, after };
  const names = differingFields(current.fieldValues, changes.fieldValues);
  before['ticket_fields'] = valuesOf(current.fieldValues, names);
  after['ticket_fields'] = valuesOf(changes.fieldValues, names);
  return { before, after };
}

/** All that a new ticket was given. */
export function createdTerms(ticket: NewTicket): TicketEntryTerms {
  const { number, externalId, source } = ticket;
  const all: Record<string, unknown> = { number, external_id: externalId, source };
  for (const key of Object.keys(TERMS) as (keyof typeof TERMS)[]) all[TERMS[key]] = ticket[key];
  const isGiven = (value: unknown): boolean =>
    value !== null && value !== '' && !isDeepStrictEqual(value, []) && !isDeepStrictEqual(value, {});
  return {
    before: null,
    after: Object.fromEntries(Object.entries(all).filter(([, value]) => isGiven(value))),
  };
}

/** What one batch of an import, or of the seed, has done. */
export interface WrittenBatch {
  readonly outcomes: readonly EntryOutcome[];
  readonly added: readonly Pick<NewTicket, 'number' | 'source'>[];
  readonly changed: readonly TicketChange[];
  readonly newcomers: readonly unknown[];
}

/** The one entry about a batch of an import as a whole; none when it has changed nothing. */
export function ticketsImported(
  id: WorkspaceId,
  { outcomes, added, changed, newcomers }: WrittenBatch,
): NewAuditEntry[] {
  if (added.length + changed.length === 0) return [];
  const count = (result: EntryOutcome['result']): number =>
    outcomes.filter((outcome) => outcome.result === result).length;
  const after = {
    sources: [
      ...new Set([...added, ...changed.map(({ after }) => after)].map(({ source }) => source)),
    ].sort(),
    imported: count('added'),
    updated: count('updated'),
    customers_created: newcomers.length,
    ...numbersOf(added),
  };
  return [{ action: 'tickets.imported', subject: { type: 'workspace', id }, before: null, after }];
}

/** An entry about each ticket that a batch has changed; none where only its dates have. */
export function ticketsUpdated(changed: readonly TicketChange[]): NewTicketEntry[] {
  return changed.flatMap(({ before, after }) => {
    const keys = (Object.keys(TERMS) as (keyof typeof TERMS)[]).filter(
      (key) => !isDeepStrictEqual(before[key], after[key]),
    );
    const changes = Object.fromEntries(keys.map((key) => [key, after[key]]));
    return keys.length === 0
      ? []
      : [{ action: 'ticket.updated', id: before.id, ...changedTerms(before, changes) }];
  });
}

/** The one entry about a batch of synthetic tickets. */
export function ticketsSeeded(
  id: WorkspaceId,
  { added, newcomers }: Pick<WrittenBatch, 'added' | 'newcomers'>,
): NewAuditEntry {
  const after = { added: added.length, customers_created: newcomers.length, ...numbersOf(added) };
  return { action: 'tickets.seeded', subject: { type: 'workspace', id }, before: null, after };
}

function numbersOf(added: readonly Pick<NewTicket, 'number'>[]): AuditedState {
  const [first, last] = [added[0], added.at(-1)];
  return first && last ? { first_number: first.number, last_number: last.number } : {};
}

function differingFields(before: StoredFieldValues, after: StoredFieldValues): string[] {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return ids.filter((id) => !isDeepStrictEqual(before[id], after[id]));
}

function valuesOf(values: StoredFieldValues, ids: readonly string[]): AuditedState {
  return Object.fromEntries(ids.map((id) => [id, values[id] ?? null]));
}
