import type { StatusId, TicketId } from '../../kernel/ids.js';
import { CLOSED } from '../../vocabulary/vocabulary.rules.js';
import type { Ticket } from '../entities/ticket.entity.js';
import type { Participant } from './participants.rules.js';
import type { LockTimes } from './properties/stored-ticket.js';

/** Has the properties of a ticket that a comment can change. */
export type Discussed = Readonly<
  Pick<Ticket, 'statusId' | 'closedAt' | 'assigneeId' | 'firstRespondedAt' | 'firstReplyAt' | 'followUpAt'>
>;

/** A unit of work has locked the row of this ticket for a comment. */
export interface DiscussedTicket
  extends
    Discussed,
    LockTimes,
    Readonly<
      Pick<
        Ticket,
        | 'id'
        | 'number'
        | 'customerId'
        | 'groupId'
        | 'commentCount'
        | 'createdAt'
        | 'mergedIntoId'
        | 'resolutionDueAt'
      >
    > {
  readonly participants: readonly Participant[];
  readonly isAssigneeRemoved: boolean;
  readonly reopensOnReply: boolean;
  readonly clearsFollowUpOnReply: boolean;
  readonly vocabularyVersion: string | null;
}

export interface CommentFacts {
  readonly isByCustomer: boolean;
  readonly isReply: boolean;
  readonly createdAt: Date;
  /** Set when another system had the comment, or a program wrote it. It opens no ticket. */
  readonly isPast: boolean;
}

/** A batch gives this ticket comments. Its `description` is the SHA-256 of the description, in base64. */
export type CommentedTicket = Readonly<
  Pick<Ticket, 'id' | 'mergedIntoId' | 'commentCount' | 'createdAt' | 'description'>
>;

export interface CountedComments {
  readonly ticketId: TicketId;
  readonly commentCount: number;
  /** Tells when an agent first replied; null when no new comment is such a reply. */
  readonly respondedAt: Date | null;
  readonly isUpdatedNow: boolean;
}

/** A customer's reply opens a ticket that has one of these statuses. */
const OPENED_BY_REPLY = ['waiting_on_customer', 'on_hold', CLOSED] as const;
const OPEN = 'open';

type Statuses = ReadonlyMap<string, StatusId>;

/** Tells whether the comment opens the ticket again [rule 15]. */
export function opens(
  statusId: StatusId,
  { isByCustomer, isReply, isPast }: CommentFacts,
  statuses: Statuses,
): boolean {
  return (
    isByCustomer && isReply && !isPast && OPENED_BY_REPLY.some((name) => statuses.get(name) === statusId)
  );
}

/** Opens a ticket again. It loses an assignee who is no longer active. */
export function reopened(ticket: Discussed, isAssigneeRemoved: boolean, statuses: Statuses): Discussed {
  const statusId = statuses.get(OPEN) ?? ticket.statusId;
  return { ...ticket, statusId, closedAt: null, assigneeId: isAssigneeRemoved ? null : ticket.assigneeId };
}

/** Clears the follow-up when the customer has replied and the workspace wants it so [rule 31]. */
export function answered(
  ticket: Discussed,
  { isByCustomer, isReply, isPast }: CommentFacts,
  clearsFollowUpOnReply: boolean,
): Discussed {
  const isAnswer = isByCustomer && isReply && !isPast;
  return isAnswer && clearsFollowUpOnReply ? { ...ticket, followUpAt: null } : ticket;
}

/**
 * Notes an agent's first reply, which is the earliest one: replies with a date in the past may be added later. `firstReplyAt` is the first
 * reply without such a date, for reports.
 */
export function responded(
  ticket: Discussed,
  { isByCustomer, isReply, isPast, createdAt }: CommentFacts,
): Discussed {
  if (!isReply || isByCustomer) return ticket;
  const { firstRespondedAt, firstReplyAt } = ticket;
  const isFirst = firstRespondedAt === null || createdAt < firstRespondedAt;
  return {
    ...ticket,
    firstRespondedAt: isFirst ? createdAt : firstRespondedAt,
    firstReplyAt: isPast ? firstReplyAt : (firstReplyAt ?? createdAt),
  };
}
