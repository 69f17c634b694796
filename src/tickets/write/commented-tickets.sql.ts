import { laterThan, tenantStatement } from '../../platform/tenancy/statement.js';
import { byExternalKeys, lockStatements } from './ticket-writer.sql.js';

/** Locks one ticket for a comment, without its texts. */
export const LOCK_DISCUSSED = lockStatements(
  'tickets.lock_discussed',
  `t.id, t.number, t.status_id AS "statusId", t.closed_at AS "closedAt", t.assignee_id AS "assigneeId",
       t.customer_id AS "customerId", coalesce(t.participants, '[]') AS participants, t.comment_count AS "commentCount",
       t.first_responded_at AS "firstRespondedAt",
       EXISTS (SELECT FROM team_members m WHERE m.workspace_id = $1 AND m.id = t.assignee_id AND m.removed_at IS NOT NULL)
         AS "isAssigneeRemoved",
       (SELECT w.reopen_on_reply FROM workspaces w WHERE w.id = $1) AS "reopensOnReply"`,
);

/** $2 a ticket, then its new values after a comment. */
export const NOTE_COMMENT = tenantStatement(
  'tickets.note_comment',
  `UPDATE tickets SET comment_count = $3, updated_at = $4, status_id = $5, closed_at = $6, assignee_id = $7, first_responded_at = $8
   WHERE workspace_id = $1 AND id = $2`,
);

/** SQL of the digest of a text, in SHA-256 and base64. */
export const digest = (text: string): string => `encode(sha256(convert_to(${text}, 'UTF8')), 'base64')`;

const COMMENTED = `t.id, t.comment_count AS "commentCount", t.created_at AS "createdAt", ${digest('t.description')} AS description`;

/** The tickets with $2 ids, locked always in the same order. Each is looked up by itself, as those of an import are. */
export const LOCK_COMMENTED = tenantStatement(
  'tickets.lock_commented',
  `SELECT locked.* FROM (SELECT DISTINCT id FROM unnest($2::uuid[]) AS wanted (id) ORDER BY id OFFSET 0) AS wanted
   CROSS JOIN LATERAL (SELECT ${COMMENTED} FROM tickets t
     WHERE t.workspace_id = $1 AND t.id = wanted.id LIMIT 1 FOR NO KEY UPDATE OF t) AS locked`,
);

/** The tickets with $2 external ids of the source $3. */
export const FIND_COMMENTED = tenantStatement(
  'tickets.find_commented',
  byExternalKeys(`t.external_id AS "externalId", ${COMMENTED}`),
);

/** $2 ids of locked tickets, $3 their new counts, $4 when an agent first replied, $5 whether they were updated now. As `CHANGE_ALL` writes. */
export const COUNT_COMMENTS = tenantStatement(
  'tickets.count_comments',
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
