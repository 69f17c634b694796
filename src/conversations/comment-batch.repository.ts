import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { copyRow } from '../kernel/copy-row.js';
import type { TeamMemberId, TicketId } from '../kernel/ids.js';
import type { BulkTransaction, InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import type { CommentedTicket, KnownMembers, PlacedComment, StoredComment } from './comment-batch.rules.js';
import {
  ADD_STAGED_COMMENTS,
  COUNT_COMMENTS,
  FIND_COMMENTED,
  FIND_MEMBERS,
  LOCK_COMMENTED,
  STAGED_COMMENTS,
  STORED_COMMENTS,
} from './comment-batch.sql.js';

/** What new comments change of their ticket. */
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

/** Reads and adds the comments of an import. */
@Injectable()
export class CommentBatchRepository extends TenantRepository {
  /** The members who have one of the folded addresses, removed ones too. */
  async members(scope: TenantScope, emailKeys: readonly string[]): Promise<KnownMembers> {
    const rows = await this.query<{ id: TeamMemberId; emailKey: string }>(scope, FIND_MEMBERS, [emailKeys]);
    return new Map(rows.map(({ id, emailKey }) => [emailKey, id]));
  }

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

  /** What identifies the comments of these tickets. */
  stored(scope: TenantScope, ids: readonly TicketId[]): Promise<StoredComment[]> {
    return this.query<StoredComment>(scope, STORED_COMMENTS, [ids]);
  }

  /** Adds as many rows as fit into memory: COPY stages them, one statement inserts them under the policies. */
  async addAll(bulk: InnerScope<BulkTransaction>, comments: readonly PlacedComment[]): Promise<void> {
    await bulk.transaction.stage(STAGED_COMMENTS, rowsOf(comments));
    await this.query(bulk, ADD_STAGED_COMMENTS);
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

function* rowsOf(comments: readonly PlacedComment[]): Generator<string> {
  for (const { entry, ticketId, position, customerId, teamMemberId, createdAt } of comments)
    yield copyRow([
      ...[uuid(), ticketId, position, entry.commentType, customerId, teamMemberId],
      ...[entry.content, entry.messageId, createdAt],
    ]);
}
