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
import type { NewTicket, RaisedTicket } from './ticket-content.rules.js';

/** What the audit trail keeps of a ticket, in the words of an update's body, so that `before` is the update that undoes a change, but for long texts. */
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

const KEYS = Object.keys(TERMS) as (keyof typeof TERMS)[];

/** The properties of a ticket that the trail keeps. */
export type AuditedTicket = Pick<NewTicket, keyof typeof TERMS>;

/** The two sides of an entry about one ticket, with ids instead of names. */
export type TicketEntryTerms = Pick<NewAuditEntry, 'before' | 'after'>;

/** The whole of such an entry. */
export type TicketEntry = TicketEntryTerms &
  Pick<NewAuditEntry, 'action' | 'isSilent'> &
  Pick<NewTicket, 'id'> &
  Partial<Pick<NewTicket, 'number'>>;

/** Whether an entry has terms that are ids of people, which the statement that adds it replaces by their addresses. */
export function namesPeople({ before, after }: TicketEntryTerms): boolean {
  return [before, after].some(
    (terms) => terms !== null && (TERMS.assigneeId in terms || TERMS.customerId in terms),
  );
}

/** An entry with names instead of ids, but for people. A removed name keeps its last form. */
export function namedEntry(
  { id, number, before, after, ...entry }: TicketEntry,
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

/** The terms that are ids of the vocabulary. */
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

/** The properties that change, as they were and as they will be. Of the field values only those that differ. */
export function changedTerms(
  current: AuditedTicket,
  changes: Partial<AuditedTicket>,
  more: { readonly before: object; readonly after: object } = { before: {}, after: {} },
): TicketEntryTerms {
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

/** The properties of a new ticket that are not empty, but for its number, which it gets when it is written. */
export function createdTerms(ticket: RaisedTicket, more: object = {}): TicketEntryTerms {
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

/** What one batch has written. */
export interface WrittenBatch {
  readonly outcomes: readonly EntryOutcome[];
  readonly added: readonly NewTicket[];
  readonly changed: readonly TicketChange[];
  readonly newcomers: readonly unknown[];
}

/** What a batch has written besides tickets. */
interface WrittenBesides {
  readonly customersCreated: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** One entry about a whole batch of an import; none when it has changed nothing. */
export function ticketsImported(
  id: WorkspaceId,
  { outcomes, added, changed, newcomers }: WrittenBatch,
  besides: WrittenBesides,
): NewAuditEntry[] {
  const isNothing = Object.values(besides.counts).every((counted) => counted === 0);
  if (added.length + changed.length === 0 && isNothing) return [];
  const count = (result: EntryOutcome['result']): number =>
    outcomes.filter((outcome) => outcome.result === result).length;
  const after = {
    sources: [
      ...new Set([...added, ...changed.map(({ after }) => after)].map(({ source }) => source)),
    ].sort(),
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

/** An entry about each ticket that a batch has changed; none when only its dates changed. Nobody is told of an import. */
export function ticketsUpdated(changed: readonly TicketChange[]): TicketEntry[] {
  return changed.flatMap(({ before, after }) => {
    const keys = KEYS.filter((key) => !isDeepStrictEqual(before[key], after[key]));
    const changes = Object.fromEntries(keys.map((key) => [key, after[key]]));
    return keys.length === 0
      ? []
      : [{ ...updateOf(before), isSilent: true, ...changedTerms(before, changes) }];
  });
}

/** An entry about a ticket that was taken off its assignee, who was removed. */
export function ticketFreed(ticket: Pick<NewTicket, 'id' | 'number' | 'assigneeId'>): TicketEntry {
  const { assigneeId } = ticket;
  return {
    ...updateOf(ticket),
    before: { [TERMS.assigneeId]: assigneeId },
    after: { [TERMS.assigneeId]: null },
  };
}

/** An entry about what a comment has changed of its ticket besides `updated_at`; none when that is nothing. */
export function commentEffects(
  ticket: Discussed & Pick<NewTicket, 'id' | 'number'>,
  after: Discussed,
  isSilent: boolean,
): TicketEntry[] {
  const termsOf = ({ statusId, assigneeId, firstRespondedAt }: Discussed): AuditedState => ({
    [TERMS.statusId]: statusId,
    [TERMS.assigneeId]: assigneeId,
    first_responded_at: firstRespondedAt?.toISOString() ?? null,
  });
  const about = { action: 'ticket.updated', subject: { type: 'ticket', id: ticket.id } } as const;
  const changes = entryOfChange(about, termsOf(ticket), termsOf(after));
  return changes.map(({ before, after }) => ({ ...updateOf(ticket), isSilent, before, after }));
}

/** The beginning of an entry about a changed ticket. */
export function updateOf({
  id,
  number,
}: Pick<NewTicket, 'id' | 'number'>): Pick<TicketEntry, 'action' | 'id' | 'number'> {
  return { action: 'ticket.updated', id, number };
}

/** One entry about a batch of made-up tickets. */
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
