import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { copyRow } from '../../kernel/formats/copy-row.js';
import type { CommentId, TeamMemberId, TicketId } from '../../kernel/ids.js';
import { tenantStatement } from '../../platform/tenancy/statement.js';
import type {
  BulkTransaction,
  InnerScope,
  StagingTable,
  TenantScope,
} from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import { digest } from '../../tickets/write/ticket-writer.sql.js';
import type { KnownMembers, PlacedComment, StoredComment } from './comment-batch.rules.js';

/** Takes folded addresses as $2. Removed members come first, so that an active member with the same address counts. */
const FIND_MEMBERS = tenantStatement(
  'comments.find_members',
  `SELECT m.id, m.email_key AS "emailKey" FROM team_members m
   WHERE m.workspace_id = $1 AND m.email_key = ANY ($2::text[]) ORDER BY m.removed_at IS NULL, m.id`,
);

const STORED_COMMENTS = tenantStatement(
  'comments.stored',
  `SELECT stored.* FROM unnest($2::uuid[]) AS wanted (ticket_id)
   CROSS JOIN LATERAL (SELECT c.ticket_id AS "ticketId", c.comment_type AS "commentType",
       coalesce(c.team_member_id, c.customer_id) AS "authorId", c.customer_id IS NOT NULL AS "isOfCustomer",
       c.created_at AS "createdAt", c.message_id AS "messageId", ${digest('c.content')} AS content
     FROM comments c WHERE c.workspace_id = $1 AND c.ticket_id = wanted.ticket_id) AS stored`,
);

/** New comments wait here, because COPY cannot write to tables with row-level security. */
const STAGED_COMMENTS: StagingTable = {
  name: 'staged_comments',
  columns: [
    ['id', 'uuid'],
    ['ticket_id', 'uuid'],
    ['position', 'integer'],
    ['comment_type', 'text'],
    ['customer_id', 'uuid'],
    ['team_member_id', 'uuid'],
    ['content', 'text'],
    ['message_id', 'text'],
    ['created_at', 'timestamptz'],
  ],
};

const COLUMNS = STAGED_COMMENTS.columns.map(([name]) => name).join(', ');

const ADD_STAGED_COMMENTS = tenantStatement(
  'comments.add_staged',
  `INSERT INTO comments (workspace_id, ${COLUMNS}, updated_at)
   SELECT $1::uuid, ${COLUMNS}, created_at FROM pg_temp.staged_comments RETURNING id`,
);

@Injectable()
export class CommentBatchRepository extends TenantRepository {
  async members(scope: TenantScope, emailKeys: readonly string[]): Promise<KnownMembers> {
    const rows = await this.query<{ id: TeamMemberId; emailKey: string }>(scope, FIND_MEMBERS, [emailKeys]);
    return new Map(rows.map(({ id, emailKey }) => [emailKey, id]));
  }

  stored(scope: TenantScope, ids: readonly TicketId[]): Promise<StoredComment[]> {
    return this.query<StoredComment>(scope, STORED_COMMENTS, [ids]);
  }

  /** COPY stages the rows, and one statement inserts them under the policies. @returns their first and last id */
  async addAll(
    bulk: InnerScope<BulkTransaction>,
    comments: readonly PlacedComment[],
  ): Promise<readonly [CommentId, CommentId] | null> {
    // The ids grow with time, so the first and the last one enclose all others.
    const rows = comments.map((comment) => ({ id: uuid() as CommentId, ...comment }));
    await bulk.transaction.stage(STAGED_COMMENTS, copied(rows));
    await this.query(bulk, ADD_STAGED_COMMENTS);
    const [first, last] = [rows[0], rows.at(-1)];
    return first && last ? [first.id, last.id] : null;
  }
}

function* copied(rows: readonly (PlacedComment & { readonly id: CommentId })[]): Generator<string> {
  for (const { id, entry, ticketId, position, customerId, teamMemberId, createdAt } of rows)
    yield copyRow([
      ...[id, ticketId, position, entry.commentType, customerId, teamMemberId],
      ...[entry.content, entry.messageId, createdAt],
    ]);
}
