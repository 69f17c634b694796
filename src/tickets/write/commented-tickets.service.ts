import { Injectable } from '@nestjs/common';
import type { TicketId } from '../../kernel/ids.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { CommentedTicket, CountedComments, TicketKey } from '../rules/commented-ticket.js';
import { COUNT_COMMENTS, FIND_COMMENTED, LOCK_COMMENTED } from './commented-tickets.sql.js';

/** Finds tickets for a batch of comments, and writes what the comments change of them. */
@Injectable()
export class CommentedTickets extends TenantRepository {
  /** These tickets, locked until the unit of work ends. */
  lock(inner: InnerScope, ids: readonly TicketId[]): Promise<CommentedTicket[]> {
    return this.query<CommentedTicket>(inner, LOCK_COMMENTED, [ids]);
  }

  /** The tickets that other systems know by these keys. */
  find(
    scope: TenantScope,
    keys: readonly TicketKey[],
  ): Promise<(CommentedTicket & { externalId: string })[]> {
    return this.query(scope, FIND_COMMENTED, [
      keys.map(({ externalId }) => externalId),
      keys.map(({ source }) => source),
    ]);
  }

  /** Writes what the comments change of their tickets, which are locked. */
  async count(inner: InnerScope, counted: readonly CountedComments[]): Promise<void> {
    await this.query(inner, COUNT_COMMENTS, [
      counted.map(({ ticketId }) => ticketId),
      counted.map(({ commentCount }) => commentCount),
      counted.map(({ respondedAt }) => respondedAt),
      counted.map(({ isUpdatedNow }) => isUpdatedNow),
    ]);
  }
}
