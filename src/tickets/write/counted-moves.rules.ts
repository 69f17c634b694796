import type { CountedMove } from '../../events/counted-move.js';
import type { StatusId } from '../../kernel/ids.js';
import { definedOnly } from '../../kernel/objects.js';
import type { Ticket } from '../entities/ticket.entity.js';

/** Has the properties of a ticket on which reports count. A ticket is closed when it has `closedAt`. */
export type Counted = Readonly<
  Pick<Ticket, 'statusId' | 'closedAt' | 'createdAt' | 'assigneeId' | 'groupId'>
>;

interface MoveFacts {
  /** The ticket comes from another system, so its moves count with their own dates. */
  readonly isRecorded?: boolean;
  /** False for a ticket that was closed and not resolved: as a merge closes it [rule 24]. */
  readonly isResolution?: boolean;
  /** The ticket was closed at this time, and opened again in the other system. It has no `closedAt`. */
  readonly closedBefore?: { readonly at: Date; readonly statusId: StatusId } | null;
}

/** Lists the moves of a new ticket. One that is closed from the beginning enters `closed` and no other status. */
export function movesOfNew(
  ticket: Counted,
  { isRecorded = false, closedBefore = null }: MoveFacts = {},
): CountedMove[] {
  const { statusId, closedAt, createdAt } = ticket;
  const opening = definedOnly({
    at: isRecorded ? createdAt : undefined,
    opened: true as const,
    entered: closedAt === null ? statusId : undefined,
    ...holders(ticket),
  });
  if (closedAt !== null) return [opening, closing(ticket, closedAt, { isRecorded })];
  if (closedBefore === null) return [opening];
  const { at, statusId: closed } = closedBefore;
  return [opening, closing({ ...ticket, statusId: closed }, at, { isRecorded })];
}

/** Lists the moves of a ticket that has changed; none when reports count nothing of the change. */
export function movesOfChange(
  before: Partial<Counted>,
  changes: Partial<Counted>,
  facts: MoveFacts = {},
): CountedMove[] {
  const { statusId, assigneeId, groupId } = changes;
  const given = holders({
    assigneeId: assigneeId === before.assigneeId ? null : assigneeId,
    groupId: groupId === before.groupId ? null : groupId,
  });
  const isGiven = Object.keys(given).length > 0;
  if (statusId === undefined || statusId === before.statusId) return isGiven ? [given] : [];
  const { closedAt, ...after } = { ...before, ...changes };
  if (!closedAt) return [{ ...given, entered: statusId }];
  const closed = closing({ ...after, statusId }, closedAt, facts);
  return facts.isRecorded && isGiven ? [given, closed] : [{ ...given, ...closed }];
}

/** Makes the move of an agent's first reply, which is credited to its author and to the group of the ticket. */
export function moveOfResponse(
  { createdAt, groupId }: Pick<Counted, 'createdAt' | 'groupId'>,
  author: NonNullable<CountedMove['member']>,
  repliedAt: Date,
): CountedMove {
  return definedOnly({
    response: secondsBetween(createdAt, repliedAt),
    member: author,
    group: groupId ?? undefined,
  });
}

/** Counts the whole seconds from one moment to a later one. */
export function secondsBetween(from: Date, until: Date): number {
  return Math.max(0, Math.floor((until.getTime() - from.getTime()) / 1000));
}

function closing(
  { statusId, createdAt, assigneeId, groupId }: Partial<Counted>,
  closedAt: Date,
  { isRecorded = false, isResolution = true }: MoveFacts,
): CountedMove {
  return definedOnly({
    at: isRecorded ? closedAt : undefined,
    entered: statusId,
    closed: true as const,
    resolution: isResolution && createdAt ? secondsBetween(createdAt, closedAt) : undefined,
    member: assigneeId ?? undefined,
    group: groupId ?? undefined,
  });
}

/** Names nobody where a ticket has no assignee or group. */
interface Holders {
  readonly assigneeId?: Counted['assigneeId'] | undefined;
  readonly groupId?: Counted['groupId'] | undefined;
}

function holders({ assigneeId, groupId }: Holders): Pick<CountedMove, 'assigned' | 'given'> {
  return definedOnly({ assigned: assigneeId ?? undefined, given: groupId ?? undefined });
}
