import type { StoredValue } from '../../fields/field-values.rules.js';
import { DONE_STATUSES } from '../../vocabulary/vocabulary.rules.js';
import type { OptionId, StatusId, TeamMemberId } from '../../kernel/ids.js';
import { foldEmail } from '../../kernel/text.js';
import type { KnownField, KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import type { TicketChanges } from './properties/sent-ticket.js';
import type { TicketState } from './properties/stored-ticket.js';

/** Knows the names that tickets of a workspace can use. */
export interface TicketNames extends Pick<KnownVocabulary, 'statuses' | 'groups' | 'categories'> {
  /** Finds the active members that were asked for by their folded address. */
  readonly assignees: ReadonlyMap<string, TeamMemberId>;
  /** Has the removed members that were asked for. A ticket that is opened again loses them. */
  readonly removed: ReadonlySet<TeamMemberId>;
  /** Finds active fields by their exact name, with the options that can be set. */
  readonly fields: KnownVocabulary['activeFields'];
}

export function ticketNames(
  { statuses, groups, categories, activeFields }: KnownVocabulary,
  assignees: TicketNames['assignees'],
  removed: Iterable<TeamMemberId> = [],
): TicketNames {
  return { statuses, groups, assignees, removed: new Set(removed), categories, fields: activeFields };
}

export function isDone(statusId: StatusId | undefined, { statuses }: Pick<TicketNames, 'statuses'>): boolean {
  return DONE_STATUSES.some((name) => statuses.get(name) === statusId);
}

/** Tells whether changes can open a ticket again without naming its assignee. */
export function mayReopen({ status, assigneeEmail, assigneeId }: TicketChanges): boolean {
  if (status === undefined || assigneeEmail !== undefined || assigneeId !== undefined) return false;
  return !DONE_STATUSES.some((name) => name === status);
}

/** Finds the folded address of the assignee that changes name: one or none. */
export function assigneesIn({ assigneeEmail }: TicketChanges): string[] {
  return typeof assigneeEmail === 'string' ? [foldEmail(assigneeEmail)] : [];
}

/**
 * Adds the removed names that one ticket of an import can use [rule 4] [rule 8]: options that the ticket shows already, and
 * a removed member when no work is left on the ticket.
 * @param members removed members by their folded address
 */
export function namesOfRecord(
  names: TicketNames,
  members: ReadonlyMap<string, TeamMemberId>,
  current: TicketState,
  changes: TicketChanges,
): TicketNames {
  const [address = ''] = assigneesIn(changes);
  const removed = members.get(address);
  const isAllowed = removed !== undefined && canHave(removed, current, changes, names);
  const { fieldValues: sent = {} } = changes;
  const used = Object.keys(sent).flatMap((name) => names.fields.get(name) ?? []);
  return {
    ...names,
    ...(isAllowed && { assignees: new Map([[address, removed]]) }),
    fields: new Map(used.map((field) => [field.name, fieldOfRecord(field, current.fieldValues[field.id])])),
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

/** Adds the options that the ticket has to those that can be set. When both have the same label, it means the ticket's. */
function fieldOfRecord(field: KnownField, value: StoredValue | undefined): KnownField {
  if (field.options.length === field.allOptions.size) return field;
  const all = [...field.allOptions.values()];
  const shown = new Set(optionsIn(value));
  const kept = new Set(all.filter(({ id }) => shown.has(id)).map(({ label }) => label));
  const options = all.filter(({ id, label, isRemoved }) => shown.has(id) || (!isRemoved && !kept.has(label)));
  return { ...field, options };
}

function optionsIn(value: StoredValue | undefined): readonly OptionId[] {
  if (typeof value === 'string') return [value as OptionId];
  return typeof value === 'object' ? value : [];
}
