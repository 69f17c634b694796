import type { Ticket } from '../../entities/ticket.entity.js';

export type MergedTicket = Readonly<Pick<Ticket, 'mergedIntoId'>>;

/** Tells the times of a change of a locked ticket. */
export interface LockTimes {
  /** The time by the clock of the database, which judges dates. It follows the last update when that is less than a second ahead. */
  readonly time: Date;
  /** The time for `updated_at`: later than the last update, also when that lies ahead of the clock. */
  readonly now: Date;
}

/** Holds the row of a ticket, without the columns that only comments or merging change, and the count that statements keep. */
export type StoredTicket = Readonly<
  Omit<
    Ticket,
    | 'workspaceId'
    | 'commentCount'
    | 'firstRespondedAt'
    | 'firstReplyAt'
    | 'reopenedCount'
    | 'statusBeforeMergeId'
    | keyof MergedTicket
  >
>;

/** The ticket gets its number when its row is written. */
export type NewTicket = Omit<StoredTicket, 'number'>;

/** The rules decide these parts of a ticket: all but its customer, who may have to be created first. */
export type TicketState = Omit<NewTicket, 'id' | 'customerId' | 'externalId' | 'source' | 'updatedAt'>;

export type TicketPriority = NonNullable<StoredTicket['priority']>;

export const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const satisfies readonly TicketPriority[];
