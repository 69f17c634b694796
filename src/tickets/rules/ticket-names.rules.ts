import type { FieldDefinition } from '../../fields/field-values.rules.js';
import { DONE_STATUSES } from '../../vocabulary/vocabulary.rules.js';
import type { GroupId, StatusId, TeamMemberId } from '../../kernel/ids.js';
import { foldEmail } from '../../kernel/text.js';
import type { CategoryNode, KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import type { TicketChanges } from './ticket.changes.js';

/** The names that tickets of a workspace can use. */
export interface TicketNames {
  readonly statuses: ReadonlyMap<string, StatusId>;
  readonly groups: ReadonlyMap<string, GroupId>;
  /** Active members by their folded address, as far as they were asked for. */
  readonly assignees: ReadonlyMap<string, TeamMemberId>;
  /** The removed members that were asked for. A ticket that is opened again loses them. */
  readonly removed: ReadonlySet<TeamMemberId>;
  readonly categories: readonly CategoryNode[];
  /** Active fields by their exact name, with the options that can be set. */
  readonly fields: ReadonlyMap<string, FieldDefinition>;
}

export function ticketNames(
  { statuses, groups, categories, activeFields }: KnownVocabulary,
  assignees: TicketNames['assignees'],
  removed: Iterable<TeamMemberId> = [],
): TicketNames {
  return { statuses, groups, assignees, removed: new Set(removed), categories, fields: activeFields };
}

/** Whether a status ends the work on a ticket. */
export function isDone(statusId: StatusId | undefined, { statuses }: Pick<TicketNames, 'statuses'>): boolean {
  return DONE_STATUSES.some((name) => statuses.get(name) === statusId);
}

/** Whether changes can open a ticket again without naming its assignee. */
export function mayReopen({ status, assigneeEmail, assigneeId }: TicketChanges): boolean {
  if (status === undefined || assigneeEmail !== undefined || assigneeId !== undefined) return false;
  return !DONE_STATUSES.some((name) => name === status);
}

/** The folded address of the assignee that changes name: one or none. */
export function assigneesIn({ assigneeEmail }: TicketChanges): string[] {
  return typeof assigneeEmail === 'string' ? [foldEmail(assigneeEmail)] : [];
}
