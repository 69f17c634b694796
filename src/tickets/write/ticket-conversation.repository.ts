import { Injectable } from '@nestjs/common';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { Discussed, DiscussedTicket } from '../rules/comment-effects.rules.js';
import type { TicketRef } from '../rules/ticket-ref.rules.js';
import { LOCK_DISCUSSED_BY_ID, LOCK_DISCUSSED_BY_NUMBER, NOTE_COMMENT } from './ticket-conversation.sql.js';

/** The rows of tickets, as far as comments need and change them. */
@Injectable()
export class TicketConversationRepository extends TenantRepository {
  /** Locks the ticket's row, so that comments come one after the other. */
  async lock(inner: InnerScope, ref: TicketRef): Promise<DiscussedTicket | null> {
    const [row] =
      'id' in ref
        ? await this.query<DiscussedTicket>(inner, LOCK_DISCUSSED_BY_ID, [ref.id])
        : await this.query<DiscussedTicket>(inner, LOCK_DISCUSSED_BY_NUMBER, [ref.number]);
    return row ?? null;
  }

  /** Counts one more comment of a locked ticket, moves `updated_at`, and writes what else the comment changes. */
  async noteComment(
    inner: InnerScope,
    { id, commentCount, now }: DiscussedTicket,
    after: Discussed,
  ): Promise<void> {
    const { statusId, closedAt, assigneeId, firstRespondedAt } = after;
    await this.query(inner, NOTE_COMMENT, [
      ...[id, commentCount + 1, now],
      ...[statusId, closedAt, assigneeId, firstRespondedAt],
    ]);
  }
}
