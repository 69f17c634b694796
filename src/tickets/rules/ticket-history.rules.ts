import type { FieldDefinition, StoredFieldValues, StoredValue } from '../../fields/field-values.rules.js';
import type { FieldId, OptionId, TeamMemberId } from '../../kernel/ids.js';
import type { KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import { assigneesIn, isDone, type TicketNames } from './ticket-names.rules.js';
import type { TicketChanges } from './ticket.changes.js';
import type { TicketState } from './ticket.rules.js';

/** Names that can no longer be set, but that tickets may still show (decisions, sections 4 and 8). */
export interface TicketHistory {
  /** Removed members by their folded address. */
  readonly members: ReadonlyMap<string, TeamMemberId>;
  /** Fields with removed options, each with all of its options in their order. */
  readonly options: ReadonlyMap<FieldId, FieldDefinition['options']>;
}

/** Finds the fields of a vocabulary that have removed options. */
export function ticketHistory(
  { activeFields }: KnownVocabulary,
  members: TicketHistory['members'],
): TicketHistory {
  const changed = [...activeFields.values()].filter(
    ({ options, allOptions }) => options.length < allOptions.size,
  );
  const options = changed.map(({ id, allOptions }) => [id, [...allOptions.values()]] as const);
  return { members, options: new Map(options) };
}

/**
 * Adds the removed names that one ticket of an import can use: those that the ticket shows already, and a removed member when no
 * work is left on the ticket.
 */
export function namesOfRecord(
  names: TicketNames,
  history: TicketHistory,
  current: TicketState,
  changes: TicketChanges,
): TicketNames {
  const [address = ''] = assigneesIn(changes);
  const removed = history.members.get(address);
  const isAllowed = removed !== undefined && canHave(removed, current, changes, names);
  return {
    ...names,
    ...(isAllowed && { assignees: new Map([[address, removed]]) }),
    ...(history.options.size > 0 && { fields: fieldsOfRecord(names, history, current, changes) }),
  };
}

/** A removed member can get a ticket that no work is left on, and keeps one unless it is opened again. */
function canHave(
  removed: TeamMemberId,
  current: TicketState,
  { status }: TicketChanges,
  names: TicketNames,
): boolean {
  const statusId = status === undefined ? current.statusId : names.statuses.get(status);
  return isDone(statusId, names) || (removed === current.assigneeId && !isDone(current.statusId, names));
}

function fieldsOfRecord(
  { fields }: TicketNames,
  { options }: TicketHistory,
  current: TicketState,
  { fieldValues = {} }: TicketChanges,
): TicketNames['fields'] {
  const used = Object.keys(fieldValues).flatMap((name) => fields.get(name) ?? []);
  return new Map(
    used.map((field) => {
      const all = options.get(field.id);
      return [
        field.name,
        all ? { ...field, options: optionsOfRecord(field, all, current.fieldValues) } : field,
      ];
    }),
  );
}

/** The options that can be set, and those that the ticket has. When both have the same label, it means the ticket's. */
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
