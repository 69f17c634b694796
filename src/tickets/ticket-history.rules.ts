import type { FieldDefinition, StoredFieldValues, StoredValue } from '../fields/field-values.rules.js';
import type { FieldId, OptionId, TeamMemberId } from '../kernel/ids.js';
import type { TicketChanges } from './ticket.changes.js';
import type { TicketState } from './ticket.rules.js';
import { assigneesIn, type TicketVocabulary } from './ticket-vocabulary.js';

/** What nobody can set any more, but tickets may still show (decisions, sections 4 and 8). */
export interface TicketHistory {
  /** Removed members by their folded address. */
  readonly members: ReadonlyMap<string, TeamMemberId>;
  /** All options of the fields that had some removed, in their order, removed ones too. */
  readonly options: ReadonlyMap<FieldId, FieldDefinition['options']>;
}

/** A removed member keeps tickets in these statuses. */
const DONE_WITH = ['closed', 'spam', 'trash'];

/**
 * The vocabulary of one ticket of an import, whose history stands as recorded: what the ticket shows already may be named
 * again, and a ticket that nobody works on any more may be a removed member's.
 * @param current what the ticket is before the changes
 */
export function vocabularyOfRecord(
  vocabulary: TicketVocabulary,
  history: TicketHistory,
  current: TicketState,
  changes: TicketChanges,
): TicketVocabulary {
  const [address = ''] = assigneesIn(changes);
  const removed = history.members.get(address);
  return {
    ...vocabulary,
    ...(removed !== undefined && mayStand(removed, current, changes, vocabulary)
      ? { assignees: new Map([[address, removed]]) }
      : {}),
    ...(history.options.size > 0 ? { fields: fieldsOfRecord(vocabulary, history, current, changes) } : {}),
  };
}

function mayStand(
  removed: TeamMemberId,
  current: TicketState,
  { status }: TicketChanges,
  { statuses }: TicketVocabulary,
): boolean {
  const statusId = status === undefined ? current.statusId : statuses.get(status);
  return removed === current.assigneeId || DONE_WITH.some((name) => statuses.get(name) === statusId);
}

/** The fields that the changes name. */
function fieldsOfRecord(
  { fields }: TicketVocabulary,
  { options }: TicketHistory,
  current: TicketState,
  { fieldValues = {} }: TicketChanges,
): TicketVocabulary['fields'] {
  const named = Object.keys(fieldValues).flatMap((name) => fields.get(name) ?? []);
  return new Map(
    named.map((field) => {
      const all = options.get(field.id);
      return [
        field.name,
        all ? { ...field, options: optionsOfRecord(field, all, current.fieldValues) } : field,
      ];
    }),
  );
}

/** Those that can be set and those of the ticket; where a label stands for one of each, it stands for the ticket's. */
function optionsOfRecord(
  field: FieldDefinition,
  all: FieldDefinition['options'],
  values: StoredFieldValues,
): FieldDefinition['options'] {
  const shown = new Set(optionsIn(values[field.id]));
  const settable = new Set(field.options.map(({ id }) => id));
  const kept = new Set(all.filter(({ id }) => shown.has(id)).map(({ label }) => label));
  return all.filter(({ id, label }) => shown.has(id) || (settable.has(id) && !kept.has(label)));
}

function optionsIn(value: StoredValue | undefined): readonly OptionId[] {
  if (typeof value === 'string') return [value as OptionId];
  return typeof value === 'object' ? value : [];
}
