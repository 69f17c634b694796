import { isDeepStrictEqual } from 'node:util';
import type { AuditedState, NewAuditEntry } from '../../events/audit-entry.js';
import type { StoredFieldValues, StoredValue } from '../../fields/field-values.rules.js';
import { entryOfChange } from '../../events/audit-entry.rules.js';
import { shownValue } from '../../fields/shown-values.rules.js';
import type { CategoryId, FieldId, GroupId, StatusId, WorkspaceId } from '../../kernel/ids.js';
import type { KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import { NO_CATEGORY } from '../../vocabulary/vocabulary.rules.js';
import type { Discussed } from '../rules/comment-effects.rules.js';
import type { EntryOutcome, TicketChange } from './ticket-batch.rules.js';
import type { StoredTicket, RaisedTicket } from './ticket-content.rules.js';

/** The properties that the audit trail keeps, in the words of an update's body: `before` is the update that undoes a change, but for long texts. */
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
} as const satisfies Partial<Record<keyof StoredTicket, string>>;

const KEYS = Object.keys(TERMS) as (keyof typeof TERMS)[];

type AuditedTicket = Pick<StoredTicket, keyof typeof TERMS>;

type Terms = Pick<NewAuditEntry, 'before' | 'after'>;

/** An entry about one ticket, with ids instead of names. */
export type TicketAuditEntry = Terms &
  Pick<NewAuditEntry, 'action' | 'isSilent'> &
  Pick<StoredTicket, 'id'> &
  Partial<Pick<StoredTicket, 'number'>>;

/** Whether an entry has ids of people, which the statement that adds it replaces by their addresses. */
export function namesPeople({ before, after }: Terms): boolean {
  return [before, after].some(
    (terms) => terms !== null && (TERMS.assigneeId in terms || TERMS.customerId in terms),
  );
}

/** Replaces ids by names, but for people. A removed name keeps its last form. */
export function namedEntry(
  { id, number, before, after, ...entry }: TicketAuditEntry,
  names: KnownVocabulary,
): NewAuditEntry {
  return {
    ...entry,
    subject: { type: 'ticket', id, ...(number !== undefined && { number }) },
    before: namedTerms(before, names),
    after: namedTerms(after, names),
  };
}

type NameOf = (id: never, names: KnownVocabulary) => unknown;

const category = (id: CategoryId | null, { categoryNames }: KnownVocabulary): string | null =>
  (id && categoryNames.get(id)) ?? null;

const NAMES: Readonly<Record<string, NameOf>> = {
  status: (id: StatusId, { statusNames }) => statusNames.get(id) ?? null,
  category: (id: CategoryId | null, names) => category(id, names) ?? NO_CATEGORY,
  sub_category_one: category,
  sub_category_two: category,
  group: (id: GroupId, { groupNames }) => groupNames.get(id) ?? null,
  ticket_fields: namedValues,
};

function namedTerms(terms: AuditedState | null, names: KnownVocabulary): AuditedState | null {
  if (terms === null) return null;
  const named = Object.entries(terms).map(([term, value]) => [
    term,
    NAMES[term] ? NAMES[term](value as never, names) : value,
  ]);
  return Object.fromEntries(named) as AuditedState;
}

/** By the names of the fields, also of inactive ones. */
function namedValues(
  values: Readonly<Record<string, StoredValue | null>>,
  { fields }: KnownVocabulary,
): AuditedState {
  const named = Object.entries(values).flatMap(([id, value]) => {
    const field = fields.get(id as FieldId);
    return field ? [[field.name, value === null ? null : shownValue(field, value)]] : [];
  });
  return Object.fromEntries(named) as AuditedState;
}

/** The properties that change, before and after. Of the field values only those that differ. */
export function changedTerms(
  current: AuditedTicket,
  changes: Partial<AuditedTicket>,
  more: { readonly before: object; readonly after: object } = { before: {}, after: {} },
): Terms {
  const before: Record<string, unknown> = { ...more.before };
  const after: Record<string, unknown> = { ...more.after };
  for (const key of KEYS) {
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

/** The properties of a new ticket that are not empty, without its number, which it gets when it is written. */
export function createdTerms(ticket: RaisedTicket, more: object = {}): Terms {
  const { externalId, source } = ticket;
  const all: Record<string, unknown> = { external_id: externalId, source };
  for (const key of KEYS) all[TERMS[key]] = ticket[key];
  const isGiven = (value: unknown): boolean =>
    value !== null && value !== '' && !isDeepStrictEqual(value, []) && !isDeepStrictEqual(value, {});
  return {
    before: null,
    after: { ...Object.fromEntries(Object.entries(all).filter(([, value]) => isGiven(value))), ...more },
  };
}

export interface WrittenBatch {
  readonly outcomes: readonly EntryOutcome[];
  readonly added: readonly StoredTicket[];
  readonly changed: readonly TicketChange[];
  readonly newcomers: readonly unknown[];
}

/** The entry about a batch of an import; none when it has changed nothing. */
export function ticketsImported(
  id: WorkspaceId,
  { outcomes, added, changed, newcomers }: WrittenBatch,
  besides: { readonly customersCreated: number; readonly counts: Readonly<Record<string, number>> },
): NewAuditEntry[] {
  const isCounted = Object.values(besides.counts).some((counted) => counted > 0);
  if (added.length + changed.length === 0 && !isCounted) return [];
  const count = (result: EntryOutcome['result']): number =>
    outcomes.filter((outcome) => outcome.result === result).length;
  const written = [...added, ...changed.map(({ after }) => after)];
  const after = {
    sources: [...new Set(written.map(({ source }) => source))].sort(),
    imported: count('added'),
    updated: count('updated'),
    customers_created: newcomers.length + besides.customersCreated,
    ...besides.counts,
    ...numbersOf(added),
  };
  return [
    { action: 'tickets.imported', subject: { type: 'workspace', id }, before: null, after, isSilent: true },
  ];
}

/** An entry about each ticket that a batch has changed in more than its dates. Nobody is told of an import. */
export function ticketsUpdated(changed: readonly TicketChange[]): TicketAuditEntry[] {
  return changed.flatMap(({ before, after }) => {
    const keys = KEYS.filter((key) => !isDeepStrictEqual(before[key], after[key]));
    const changes = Object.fromEntries(keys.map((key) => [key, after[key]]));
    return keys.length === 0
      ? []
      : [{ ...updateOf(before), isSilent: true, ...changedTerms(before, changes) }];
  });
}

/** The entry about a ticket that was taken off its removed assignee. */
export function ticketFreed(ticket: Pick<StoredTicket, 'id' | 'number' | 'assigneeId'>): TicketAuditEntry {
  const { assigneeId } = ticket;
  return {
    ...updateOf(ticket),
    before: { [TERMS.assigneeId]: assigneeId },
    after: { [TERMS.assigneeId]: null },
  };
}

/** The entry about a ticket that a comment has changed in more than `updated_at`, if it has. */
export function commentEffects(
  ticket: Discussed & Pick<StoredTicket, 'id' | 'number'>,
  after: Discussed,
  isSilent: boolean,
): TicketAuditEntry[] {
  const termsOf = ({ statusId, assigneeId, firstRespondedAt }: Discussed): AuditedState => ({
    [TERMS.statusId]: statusId,
    [TERMS.assigneeId]: assigneeId,
    first_responded_at: firstRespondedAt?.toISOString() ?? null,
  });
  const about = { action: 'ticket.updated', subject: { type: 'ticket', id: ticket.id } } as const;
  const changes = entryOfChange(about, termsOf(ticket), termsOf(after));
  return changes.map(({ before, after }) => ({ ...updateOf(ticket), isSilent, before, after }));
}

export function updateOf({
  id,
  number,
}: Pick<StoredTicket, 'id' | 'number'>): Pick<TicketAuditEntry, 'action' | 'id' | 'number'> {
  return { action: 'ticket.updated', id, number };
}

export function ticketsSeeded(
  id: WorkspaceId,
  { added, newcomers }: Pick<WrittenBatch, 'added' | 'newcomers'>,
): NewAuditEntry {
  const after = { added: added.length, customers_created: newcomers.length, ...numbersOf(added) };
  return {
    action: 'tickets.seeded',
    subject: { type: 'workspace', id },
    before: null,
    after,
    isSilent: true,
  };
}

function numbersOf(added: readonly Pick<StoredTicket, 'number'>[]): AuditedState {
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
