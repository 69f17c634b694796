import type { LockTimes, StoredTicket } from '../rules/properties/stored-ticket.js';
import type { TicketNames } from '../rules/ticket-names.rules.js';
import type { Dated } from './ticket-moments.rules.js';

/** A ticket that is locked because moments of it have come. */
export type LockedForMoments = Dated &
  Pick<StoredTicket, 'number' | 'closedAt' | 'createdAt' | 'assigneeId' | 'groupId'> &
  LockTimes & {
    /** The setting of its workspace. */
    readonly followUpOpens: boolean;
  };

/** The changes of a ticket at its follow-up, and the status that it has afterwards. */
export interface FollowUp {
  readonly ticketId: StoredTicket['id'];
  readonly changes: Partial<Pick<StoredTicket, 'followUpAt' | 'statusId'>>;
  readonly statusId: StoredTicket['statusId'];
  readonly now: Date;
}

/** A follow-up opens a ticket that has one of these statuses. */
const OPENED = ['waiting_on_customer', 'on_hold'] as const;

/**
 * Decides what a follow-up that has come changes: it is cleared, and a ticket that waits is opened, unless its workspace does not want
 * that.
 */
export function followedUp(
  { id, statusId, followUpOpens, now }: LockedForMoments,
  { statuses }: Pick<TicketNames, 'statuses'>,
): FollowUp {
  const open = statuses.get('open');
  const opens = followUpOpens && OPENED.some((name) => statuses.get(name) === statusId);
  const isOpened = opens && open !== undefined;
  return {
    ticketId: id,
    changes: { followUpAt: null, ...(isOpened && { statusId: open }) },
    statusId: isOpened ? open : statusId,
    now,
  };
}
