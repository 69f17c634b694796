import type { TicketId } from '../../kernel/ids.js';

/** A ticket that gets comments, as its row is. */
export interface CommentedTicket {
  readonly id: TicketId;
  readonly commentCount: number;
  readonly createdAt: Date;
  /** SHA-256 of the description, in base64. */
  readonly description: string;
}

/** The properties of a ticket that new comments change. */
export interface CountedComments {
  readonly ticketId: TicketId;
  readonly commentCount: number;
  /** When an agent first replied; null when none of the new comments is such a reply. */
  readonly respondedAt: Date | null;
  /** Whether the comments move `updated_at`. */
  readonly isUpdatedNow: boolean;
}

/** How another system knows a ticket. */
export interface TicketKey {
  readonly externalId: string;
  readonly source: string | null;
}
