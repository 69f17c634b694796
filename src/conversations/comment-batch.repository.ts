import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { copyRow } from '../kernel/copy-row.js';
import type { TeamMemberId, TicketId } from '../kernel/ids.js';
import type { BulkTransaction, InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import type { KnownMembers, PlacedComment, StoredComment } from './comment-batch.rules.js';
import { ADD_STAGED_COMMENTS, FIND_MEMBERS, STAGED_COMMENTS, STORED_COMMENTS } from './comment-batch.sql.js';

/** Reads and adds the comments of an import. */
@Injectable()
export class CommentBatchRepository extends TenantRepository {
  /** The members who have one of the folded addresses, removed ones too. */
  async members(scope: TenantScope, emailKeys: readonly string[]): Promise<KnownMembers> {
    const rows = await this.query<{ id: TeamMemberId; emailKey: string }>(scope, FIND_MEMBERS, [emailKeys]);
    return new Map(rows.map(({ id, emailKey }) => [emailKey, id]));
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
}

function* rowsOf(comments: readonly PlacedComment[]): Generator<string> {
  for (const { entry, ticketId, position, customerId, teamMemberId, createdAt } of comments)
    yield copyRow([
      ...[uuid(), ticketId, position, entry.commentType, customerId, teamMemberId],
      ...[entry.content, entry.messageId, createdAt],
    ]);
}
