import { laterThan, tenantStatement } from '../../platform/tenancy/statement.js';

/** The digest of a text, in SHA-256 and base64. */
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
  `SELECT wanted.external_id AS "externalId", found.* FROM unnest($2::text[], $3::text[]) AS wanted (external_id, source)
   CROSS JOIN LATERAL (SELECT ${COMMENTED} FROM tickets t WHERE t.workspace_id = $1
     AND t.external_id = wanted.external_id AND t.source IS NOT DISTINCT FROM wanted.source LIMIT 1) AS found`,
);

/**
 * What new comments change of their tickets: $2 ids, $3 how many comments there are now, $4 when an agent first replied, $5 whether the
 * ticket was updated now. The tickets are locked. Each is written where it lies, as `tickets.change_all` does.
 */
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
