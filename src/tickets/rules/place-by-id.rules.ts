import type { GroupId, TeamMemberId } from '../../kernel/ids.js';
import type { Problems } from '../../kernel/problems.js';
import type { TicketNames } from './ticket-names.rules.js';
import type { TicketChanges } from './ticket.changes.js';

/** Where a ticket is worked on, and by whom. */
interface Place {
  readonly groupId: GroupId | null;
  readonly assigneeId: TeamMemberId | null;
}

/**
 * The group and the assignee of changes that name them by their ids. An id that nobody has is a problem; so is one beside a name or
 * an address that means another (extensions, section 11).
 * @param named the group and the assignee as the changes name them otherwise
 */
export function placeById(
  named: Place,
  { group, groupId, assigneeEmail, assigneeId }: TicketChanges,
  { groups, assignees }: TicketNames,
  problems: Problems,
): Partial<Place> {
  const problem = (path: string, message: string): void => {
    if (!problems.has(path)) problems.add(path, message);
  };
  if (groupId !== undefined) {
    if (groupId !== null && !has(groups, groupId)) problem('group_id', 'is not the id of a group');
    const isNamed = group !== undefined && !problems.has('group');
    if (isNamed && groupId !== named.groupId) problem('group_id', 'must mean the same as group');
  }
  if (assigneeId !== undefined) {
    if (assigneeId !== null && !has(assignees, assigneeId))
      problem('agent_id', 'is not the id of an active team member');
    const isNamed = assigneeEmail !== undefined && !problems.has('assignee_email');
    if (isNamed && assigneeId !== named.assigneeId)
      problem('agent_id', 'must mean the same as assignee_email');
  }
  return { ...(groupId !== undefined && { groupId }), ...(assigneeId !== undefined && { assigneeId }) };
}

function has<Id>(known: ReadonlyMap<string, Id>, id: Id): boolean {
  return [...known.values()].includes(id);
}
