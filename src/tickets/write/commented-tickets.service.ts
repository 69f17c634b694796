import { Injectable } from '@nestjs/common';
import type { TicketId } from '../../kernel/ids.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type {
  CommentedTicket,
  CountedComments,
  Discussed,
  DiscussedTicket,
} from '../rules/comment-effects.rules.js';
import type { TicketRef } from '../rules/ticket-ref.rules.js';
import type { ExternalKey } from '../rules/ticket.changes.js';
import {
  COUNT_COMMENTS,
  FIND_COMMENTED,
  LOCK_COMMENTED,
  LOCK_DISCUSSED,
  NOTE_COMMENT,
} from './commented-tickets.sql.js';
import { pairsOf } from './ticket-writer.sql.js';

/** Finds and locks the tickets of comments, and writes the effects of the comments on them. */
@Injectable()
export class CommentedTickets extends TenantRepository {
  /** Locks one ticket, so that comments come one after the other. */
  async lockOne(inner: InnerScope, ref: TicketRef): Promise<DiscussedTicket | null> {
    const [statement, reference] =
      'id' in ref ? [LOCK_DISCUSSED.id, ref.id] : [LOCK_DISCUSSED.number, ref.number];
    const [row] = await this.query<DiscussedTicket>(inner, statement, [reference]);
    return row ?? null;
  }

  /** Counts one more comment of a locked ticket, and writes its effects. */
  async noteComment(
    inner: InnerScope,
    { id, commentCount, now }: DiscussedTicket,
    { statusId, closedAt, assigneeId, firstRespondedAt }: Discussed,
  ): Promise<void> {
    await this.query(inner, NOTE_COMMENT, [
      ...[id, commentCount + 1, now],
      ...[statusId, closedAt, assigneeId, firstRespondedAt],
    ]);
  }

  /** Locks these tickets until the unit of work ends. */
  lock(inner: InnerScope, ids: readonly TicketId[]): Promise<CommentedTicket[]> {
    return this.query<CommentedTicket>(inner, LOCK_COMMENTED, [ids]);
  }

  find(
    scope: TenantScope,
    keys: readonly ExternalKey[],
  ): Promise<(CommentedTicket & { externalId: string })[]> {
    return this.query(scope, FIND_COMMENTED, pairsOf(keys));
  }

  async count(inner: InnerScope, counted: readonly CountedComments[]): Promise<void> {
    await this.query(inner, COUNT_COMMENTS, [
      counted.map(({ ticketId }) => ticketId),
      counted.map(({ commentCount }) => commentCount),
      counted.map(({ respondedAt }) => respondedAt),
      counted.map(({ isUpdatedNow }) => isUpdatedNow),
    ]);
  }
}
