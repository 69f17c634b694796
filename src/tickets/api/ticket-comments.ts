import type { AnswerRoom } from '../../kernel/answer-room.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';

/** Injects what shows the conversation of a ticket with it. */
export const TICKET_COMMENTS = Symbol('TICKET_COMMENTS');

/** The newest elements of a conversation. The texts of large ones are read when they are shown. */
export interface NewestComments {
  /** Bytes of the texts. */
  readonly weight: number;
  /** The values of `include=comments`. Call it when the answer has room for the texts. */
  shown(): Promise<{ readonly comments: readonly object[]; readonly comments_total: number }>;
}

/** Conversations are another feature, which knows tickets. So it provides this one, and tickets do not know it. */
export interface TicketComments {
  /**
   * The newest 30 elements, oldest first (extensions, section 11).
   * @throws ticket_not_found, page_too_large
   */
  newest(scope: TenantScope, reference: string, room: AnswerRoom): Promise<NewestComments>;
}
