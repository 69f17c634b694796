import { isDeepStrictEqual } from 'node:util';
import { type AuditedState, type NewAuditEntry, changedTerms } from '../../events/audit-entry.js';
import { ADD } from '../../events/audit.sql.js';
import { shownValue, type StoredFieldValues, type StoredValue } from '../../fields/field-values.rules.js';
import type { KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import type { CategoryId, FieldId, GroupId, StatusId, WorkspaceId } from '../../kernel/ids.js';
import type { PassedMoment } from '../../moments/moment.js';
import type { Statement } from '../../platform/tenancy/statement.js';
import { CLOSED, NO_CATEGORY } from '../../vocabulary/vocabulary.rules.js';
import type { Discussed } from '../rules/comment-effects.rules.js';
import { movesOfChange, movesOfNew } from './counted-moves.rules.js';
import type { NewTicket, StoredTicket } from '../rules/properties/stored-ticket.js';
import { ALL_PROPERTIES } from '../rules/properties/ticket-properties.js';
import type { EntryOutcome, BatchRows, TicketChange } from './ticket-batch.rules.js';
import { ADD_CREATED, ADD_NAMING_PEOPLE } from './ticket-writer.sql.js';

/** Adds facts to an entry besides the properties of the ticket. */
interface Besides {
  readonly isSilent?: boolean;
  /** Other systems made the change, so reports count it with its own dates. */
  readonly isRecorded?: boolean;
  /** False when the change closes the ticket, but does not resolve it. */
  readonly isResolution?: boolean;
  readonly before?: AuditedState;
  readonly after?: AuditedState;
}

type Numbered = Pick<StoredTicket, 'id' | 'number'>;

/** Puts names in place of ids, a removed name in its last form. The statement that adds the entries does so for people. */
export function namedEntries(
  names: KnownVocabulary,
  entries: readonly NewAuditEntry[],
): [Statement, NewAuditEntry[]] {
  const named = entries.map((entry) => ({
    ...entry,
    before: namedTerms(entry.before, names),
    after: namedTerms(entry.after, names),
  }));
  return [entries.some(namesPeople) ? ADD_NAMING_PEOPLE : ADD, named];
}

function namesPeople({ before, after }: NewAuditEntry): boolean {
  return [before, after].some((terms) => terms !== null && ('assignee_email' in terms || 'email' in terms));
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

const AUDITED = ALL_PROPERTIES.filter(({ isAudited }) => isAudited);

/**
 * Names the audited properties that `wanted` and the ticket have as the body of an update does, so that `before` can undo the update.
 */
function termsOf(ticket: Partial<StoredTicket>, wanted = ticket): AuditedState {
  const terms: Record<string, unknown> = {};
  for (const { name, column } of AUDITED)
    if (column && wanted[column.key] !== undefined && ticket[column.key] !== undefined)
      terms[name] = ticket[column.key];
  return terms;
}

export interface CreationFacts extends Pick<Besides, 'isSilent' | 'isRecorded'> {
  /** The moment when a reopened ticket was closed; null for any other ticket. */
  readonly earlierClosing: Date | null;
}

/** Makes the entry about a ticket that the unit of work has just written. The statement adds its number. */
export function ticketCreated(
  names: KnownVocabulary,
  ticket: NewTicket,
  { isSilent = false, isRecorded = false, after: more, earlierClosing }: CreationFacts & Besides,
): [Statement, NewAuditEntry[]] {
  const isGiven = (value: unknown): boolean =>
    value !== null && value !== '' && !isDeepStrictEqual(value, []) && !isDeepStrictEqual(value, {});
  const given = Object.fromEntries(Object.entries(termsOf(ticket)).filter(([, value]) => isGiven(value)));
  const ended = earlierClosing && { closed_at: earlierClosing };
  const after = namedTerms({ ...given, ...ended, ...more }, names);
  const subject = { type: 'ticket', id: ticket.id } as const;
  const statusId = names.statuses.get(CLOSED);
  const closedBefore = earlierClosing && statusId ? { at: earlierClosing, statusId } : null;
  const counted = movesOfNew(ticket, { isRecorded, closedBefore });
  return [ADD_CREATED, [{ action: 'ticket.created', subject, before: null, after, isSilent, counted }]];
}

/** Reports count no change that leaves these properties out. */
function isCounted({ statusId, assigneeId, groupId }: Partial<StoredTicket>): boolean {
  return statusId !== undefined || assigneeId !== undefined || groupId !== undefined;
}

/** Makes the entry about a ticket that has changed in more than its dates, if it has. It has only the field values that differ. */
export function ticketUpdated(
  ticket: Numbered & Partial<StoredTicket>,
  changes: Partial<StoredTicket>,
  { isSilent = false, before, after, ...facts }: Besides = {},
): NewAuditEntry[] {
  const { id, number, fieldValues: current = {} } = ticket;
  const { fieldValues: changed = current } = changes;
  const ids = differingFields(current, changed);
  const entry = {
    action: 'ticket.updated',
    subject: { type: 'ticket', id, number },
    isSilent,
    ...(isCounted(changes) && { counted: movesOfChange(ticket, changes, facts) }),
  } as const;
  const terms = changedTerms(
    { ...termsOf(ticket, changes), ticket_fields: valuesOf(current, ids), ...before },
    { ...termsOf(changes), ticket_fields: valuesOf(changed, ids), ...after },
  );
  return terms.map((each) => ({ ...entry, ...each }));
}

/** Makes an entry about each ticket that a batch has changed in more than its dates. Nobody is told of an import. */
export function ticketsUpdated(changed: readonly TicketChange[]): NewAuditEntry[] {
  return changed.flatMap(({ before, after }) =>
    ticketUpdated(before, after, { isSilent: true, isRecorded: true }),
  );
}

const PASSED = { follow_up: 'ticket.follow_up_due', due: 'ticket.resolution_overdue' } as const;

/** Makes the entry about a moment of a ticket that has passed, with what it changes. No `ticket.updated` says so [rule 31]. */
export function ticketMomentPassed(
  ticket: Numbered & Partial<StoredTicket>,
  { kind, at }: PassedMoment,
  changes: Partial<StoredTicket>,
): NewAuditEntry[] {
  const entries = ticketUpdated(ticket, changes, { after: { due_at: at } });
  return entries.map((entry) => ({ ...entry, action: PASSED[kind] }));
}

type MergedChange = Pick<StoredTicket, 'statusId' | 'closedAt' | 'assigneeId'>;

/** Makes the entry about a ticket that was merged into another one. It is closed, but no `ticket.updated` says so. */
export function ticketMergedEntry(
  ticket: Numbered & Partial<StoredTicket>,
  change: MergedChange,
  { id, number }: Numbered,
): NewAuditEntry[] {
  const named = { before: { merged_into: null }, after: { merged_into: { id, number } } };
  return ticketUpdated(ticket, change, { ...named, isResolution: false }).map((entry) => ({
    ...entry,
    action: 'ticket.merged',
  }));
}

/** Makes the entry about a merged ticket that leads to another target, because its own one was merged. */
export function ticketLedOnEntry(ticket: Numbered, from: Numbered, to: Numbered): NewAuditEntry[] {
  const named = ({ id, number }: Numbered): AuditedState => ({ merged_into: { id, number } });
  return ticketUpdated(ticket, {}, { before: named(from), after: named(to) }).map((entry) => ({
    ...entry,
    action: 'ticket.merged',
  }));
}

/** Makes the entry about a ticket that is no longer merged. */
export function ticketUnmergedEntry(
  ticket: Numbered & Partial<StoredTicket>,
  change: MergedChange,
  { id, number }: Numbered,
): NewAuditEntry[] {
  const besides = { before: { merged_into: { id, number } }, after: { merged_into: null } };
  return ticketUpdated(ticket, change, besides).map((entry) => ({ ...entry, action: 'ticket.unmerged' }));
}

/** Makes the entry about a ticket that a comment has changed in more than `updated_at`, if it has. */
export function commentEffects(
  ticket: Numbered & Discussed,
  after: Discussed,
  isSilent: boolean,
): NewAuditEntry[] {
  const responseOf = ({ firstRespondedAt }: Discussed): AuditedState => ({
    first_responded_at: firstRespondedAt,
  });
  return ticketUpdated(ticket, after, { isSilent, before: responseOf(ticket), after: responseOf(after) });
}

export interface WrittenBatch extends BatchRows {
  readonly added: readonly StoredTicket[];
  readonly addedCustomers: readonly unknown[];
  readonly vocabulary: KnownVocabulary;
}

/** Makes the entry about a batch of an import; none when it has changed nothing. */
export function ticketsImported(
  id: WorkspaceId,
  { outcomes, added, changed, addedCustomers }: WrittenBatch,
  besides: {
    readonly customersCreated: number;
    readonly commentIds: readonly string[] | null;
    readonly counts: Readonly<Record<string, number>>;
  },
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
    customers_created: addedCustomers.length + besides.customersCreated,
    ...besides.counts,
    ...(besides.commentIds && { comment_ids: besides.commentIds }),
  };
  return [entryOfBatch('tickets.imported', id, after, added)];
}

export function ticketsSeeded(
  id: WorkspaceId,
  { added, addedCustomers }: Pick<WrittenBatch, 'added' | 'addedCustomers'>,
): NewAuditEntry {
  const after = { added: added.length, customers_created: addedCustomers.length };
  return entryOfBatch('tickets.seeded', id, after, added);
}

function entryOfBatch(
  action: NewAuditEntry['action'],
  id: WorkspaceId,
  counts: AuditedState,
  added: readonly StoredTicket[],
): NewAuditEntry {
  const [first, last] = [added[0], added.at(-1)];
  const after = {
    ...counts,
    ...(first && last && { first_number: first.number, last_number: last.number }),
  };
  const counted = added.flatMap((ticket) => movesOfNew(ticket, { isRecorded: true }));
  return { action, subject: { type: 'workspace', id }, before: null, after, isSilent: true, counted };
}

function differingFields(before: StoredFieldValues, after: StoredFieldValues): string[] {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return ids.filter((id) => !isDeepStrictEqual(before[id], after[id]));
}

function valuesOf(values: StoredFieldValues, ids: readonly string[]): AuditedState {
  return Object.fromEntries(ids.map((id) => [id, values[id] ?? null]));
}
