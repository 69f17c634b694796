import { tenantStatement } from '../platform/tenancy/statement.js';
import type { StagingTable } from '../platform/tenancy/tenant-scope.js';
import { digest } from '../tickets/write/commented-tickets.sql.js';

/** $2 folded addresses. Who is removed comes first, so that an active member with the same address counts. */
export const FIND_MEMBERS = tenantStatement(
  'comments.find_members',
  `SELECT m.id, m.email_key AS "emailKey" FROM team_members m
   WHERE m.workspace_id = $1 AND m.email_key = ANY ($2::text[]) ORDER BY m.removed_at IS NULL, m.id`,
);

/** What identifies the comments of the tickets with $2 ids. */
export const STORED_COMMENTS = tenantStatement(
  'comments.stored',
  `SELECT stored.* FROM unnest($2::uuid[]) AS wanted (ticket_id)
   CROSS JOIN LATERAL (SELECT c.ticket_id AS "ticketId", c.comment_type AS "commentType",
       coalesce(c.team_member_id, c.customer_id) AS "authorId", c.created_at AS "createdAt",
       c.message_id AS "messageId", ${digest('c.content')} AS content
     FROM comments c WHERE c.workspace_id = $1 AND c.ticket_id = wanted.ticket_id) AS stored`,
);

/** The columns of a new comment, with the type of each. */
export const COMMENT_COLUMNS = [
  ['id', 'uuid'],
  ['ticket_id', 'uuid'],
  ['position', 'integer'],
  ['comment_type', 'text'],
  ['customer_id', 'uuid'],
  ['team_member_id', 'uuid'],
  ['content', 'text'],
  ['message_id', 'text'],
  ['created_at', 'timestamptz'],
] as const;

/** New comments wait here, because COPY cannot write to tables with row-level security. */
export const STAGED_COMMENTS: StagingTable = { name: 'staged_comments', columns: COMMENT_COLUMNS };

const COLUMNS = COMMENT_COLUMNS.map(([name]) => name).join(', ');

export const ADD_STAGED_COMMENTS = tenantStatement(
  'comments.add_staged',
  `INSERT INTO comments (workspace_id, ${COLUMNS}, updated_at)
   SELECT $1::uuid, ${COLUMNS}, created_at FROM pg_temp.staged_comments RETURNING id`,
);
