import type { CustomerId, StatusId, TeamMemberId, TicketId } from '../../kernel/ids.js';
import { CLOSED } from '../../vocabulary/vocabulary.rules.js';
import type { Participant } from './participants.rules.js';

/** What a comment can change about its ticket. */
export interface Discussed {
  readonly statusId: StatusId;
  readonly closedAt: Date | null;
  readonly assigneeId: TeamMemberId | null;
  /** When the first reply of an agent was made. */
  readonly firstRespondedAt: Date | null;
}

/** A ticket whose row is locked for a comment. */
export interface DiscussedTicket extends Discussed {
  readonly id: TicketId;
  readonly number: number;
  readonly customerId: CustomerId;
  readonly participants: readonly Participant[];
  /** The place of its last comment. */
  readonly commentCount: number;
  readonly isAssigneeRemoved: boolean;
  /** The setting of the workspace. */
  readonly reopensOnReply: boolean;
  /** The version of the names of its moment. */
  readonly vocabularyVersion: string | null;
  /** The database's clock behind the lock. */
  readonly now: Date;
}

/** What matters of a comment for its ticket. */
export interface CommentFacts {
  readonly isByCustomer: boolean;
  readonly isReply: boolean;
  readonly createdAt: Date;
  /** Whether it is taken over from somewhere else. Such a comment opens no ticket. */
  readonly isPast: boolean;
}

/** A customer's reply opens a ticket that waits, and one that was closed. */
const OPENED_BY_REPLY = ['waiting_on_customer', 'on_hold', CLOSED] as const;
const OPEN = 'open';

type Statuses = ReadonlyMap<string, StatusId>;

/** Whether the comment opens the ticket again (extensions, section 15). */
export function opens(
  statusId: StatusId,
  { isByCustomer, isReply, isPast }: CommentFacts,
  statuses: Statuses,
): boolean {
  return (
    isByCustomer && isReply && !isPast && OPENED_BY_REPLY.some((name) => statuses.get(name) === statusId)
  );
}

/** The ticket after it was opened by a reply. It loses an assignee who is no longer active. */
export function opened(ticket: Discussed, isAssigneeRemoved: boolean, statuses: Statuses): Discussed {
  const statusId = statuses.get(OPEN) ?? ticket.statusId;
  return { ...ticket, statusId, closedAt: null, assigneeId: isAssigneeRemoved ? null : ticket.assigneeId };
}

/** The ticket with the moment of the first reply of an agent: the earliest one, because replies of the past may come later. */
export function responded(ticket: Discussed, { isByCustomer, isReply, createdAt }: CommentFacts): Discussed {
  const { firstRespondedAt } = ticket;
  const isFirst = firstRespondedAt === null || createdAt < firstRespondedAt;
  return isReply && !isByCustomer && isFirst ? { ...ticket, firstRespondedAt: createdAt } : ticket;
}
