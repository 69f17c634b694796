import type { CustomerId, StatusId, TicketId } from '../../kernel/ids.js';
import { CLOSED } from '../../vocabulary/vocabulary.rules.js';
import type { Participant } from './participants.rules.js';
import type { TicketState } from './ticket.rules.js';

/** The properties of a ticket that a comment can change. */
export interface Discussed extends Pick<TicketState, 'statusId' | 'closedAt' | 'assigneeId'> {
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
  readonly vocabularyVersion: string | null;
  /** The database's clock behind the lock. */
  readonly now: Date;
}

/** The properties of a comment that matter for its ticket. */
export interface CommentFacts {
  readonly isByCustomer: boolean;
  readonly isReply: boolean;
  readonly createdAt: Date;
  /** Whether it is taken over from another system. Such a comment opens no ticket. */
  readonly isPast: boolean;
}

/** A ticket that a batch gives comments. */
export interface CommentedTicket {
  readonly id: TicketId;
  readonly commentCount: number;
  readonly createdAt: Date;
  /** SHA-256 of the description, in base64. */
  readonly description: string;
}

/** The new values of a ticket that got comments in a batch. */
export interface CountedComments {
  readonly ticketId: TicketId;
  readonly commentCount: number;
  /** When an agent first replied; null when none of the new comments is such a reply. */
  readonly respondedAt: Date | null;
  /** Whether the comments move `updated_at`. */
  readonly isUpdatedNow: boolean;
}

/** A customer's reply opens a ticket that has one of these statuses. */
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

/** Notes an agent's first reply, which is the earliest one: replies of the past may come later. */
export function responded(ticket: Discussed, { isByCustomer, isReply, createdAt }: CommentFacts): Discussed {
  const { firstRespondedAt } = ticket;
  const isFirst = firstRespondedAt === null || createdAt < firstRespondedAt;
  return isReply && !isByCustomer && isFirst ? { ...ticket, firstRespondedAt: createdAt } : ticket;
}
