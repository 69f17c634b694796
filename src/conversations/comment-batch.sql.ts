import { laterThan, tenantStatement } from '../platform/tenancy/statement.js';
import type { StagingTable } from '../platform/tenancy/tenant-scope.js';

/** The digest of a text, as `digestOf` makes it. */
const digest = (text: string): string => `encode(sha256(convert_to(${text}, 'UTF8')), 'base64')`;

/** $2 folded addresses. Who is removed comes first, so that an active member with the same address counts. */
export const FIND_MEMBERS = tenantStatement(
  'comments.find_members',
  `SELECT m.id, m.email_key AS "emailKey" FROM team_members m
   WHERE m.workspace_id = $1 AND m.email_key = ANY ($2::text[]) ORDER BY m.removed_at IS NULL, m.id`,
);

const COMMENTED = `t.id, t.comment_count AS "commentCount", t.created_at AS "createdAt", ${digest('t.description')} AS description`;

/** The tickets with $2 ids, locked always in the same order. Each is looked up by itself, as those of an import are. */
export const LOCK_COMMENTED = tenantStatement(
  'comments.lock_commented',
  `SELECT locked.* FROM (SELECT DISTINCT id FROM unnest($2::uuid[]) AS wanted (id) ORDER BY id OFFSET 0) AS wanted
   CROSS JOIN LATERAL (SELECT ${COMMENTED} FROM tickets t
     WHERE t.workspace_id = $1 AND t.id = wanted.id LIMIT 1 FOR NO KEY UPDATE OF t) AS locked`,
);

/** The tickets with $2 external ids of the source $3. */
export const FIND_COMMENTED = tenantStatement(
  'comments.find_commented',
  `SELECT wanted.external_id AS "externalId", found.* FROM unnest($2::text[], $3::text[]) AS wanted (external_id, source)
   CROSS JOIN LATERAL (SELECT ${COMMENTED} FROM tickets t WHERE t.workspace_id = $1
     AND t.external_id = wanted.external_id AND t.source IS NOT DISTINCT FROM wanted.source LIMIT 1) AS found`,
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

/**
 * What new comments change of their tickets: $2 ids, $3 how many comments there are now, $4 when an agent first replied, $5 whether the
 * ticket was updated now. The tickets are locked. Each is written where it lies, as `tickets.change_all` does.
 */
export const COUNT_COMMENTS = tenantStatement(
  'comments.count',
  `UPDATE tickets t SET comment_count = counted.comments,
     first_responded_at = least(t.first_responded_at, counted.responded),
     updated_at = CASE WHEN counted.is_now THEN greatest(${laterThan('t.updated_at', "interval '1 ms'")}, moment) ELSE t.updated_at END
   FROM unnest($2::uuid[], $3::integer[], $4::timestamptz[], $5::boolean[]) AS counted (id, comments, responded, is_now)
   -- Citus refuses now() itself in a CASE.
   CROSS JOIN now() AS moment
   CROSS JOIN LATERAL (
     SELECT found.ctid AS place FROM tickets found WHERE found.workspace_id = $1 AND found.id = counted.id LIMIT 1) AS found
   WHERE t.workspace_id = $1 AND t.ctid = found.place`,
);
