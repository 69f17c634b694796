import { jsonInstant, type CommentsOfExport } from '../tickets/export/ticket-export.sql.js';

/** A line holds at most this number of bytes of content. A ticket with larger comments has several lines, so that an import takes each. */
const BYTES_OF_LINE = 1024 * 1024;

/** Writes a comment; $5 has the members by id, in JSON. A customer has a name, so that an import can make it. */
const COMMENT = `concat_ws(',',
  '"comment_type":"' || c.comment_type || '"',
  CASE WHEN c.team_member_id IS NULL THEN '"author_type":"customer"' ELSE '"author_type":"agent"' END,
  '"author_email":' || coalesce($5::jsonb ->> c.team_member_id::text, to_json(author.primary_email)::text),
  '"author_name":' || to_json(nullif(concat_ws(' ', author.first_name, author.last_name), ''))::text,
  '"content":' || to_json(c.content)::text,
  '"created_at":' || ${jsonInstant('c.created_at')},
  '"message_id":' || to_json(c.message_id)::text)`;

/** Joins each ticket with its comments for which `condition` holds, in parts; with one row without comments when there are none. */
const joinOf = (comment: string, condition = 'true'): string => `LEFT JOIN LATERAL (
  SELECT each.part, string_agg('{' || each.comment || '}', ',' ORDER BY each.position) AS comments
  FROM (SELECT c.position, ${comment} AS comment,
      sum(octet_length(c.content)) OVER (ORDER BY c.position) / ${BYTES_OF_LINE} AS part
    FROM comments c LEFT JOIN customers author ON author.workspace_id = $1 AND author.id = c.customer_id
    WHERE c.workspace_id = $1 AND c.ticket_id = t.id AND t.comment_count > 0 AND ${condition}) AS each
  GROUP BY each.part) AS said ON true`;

export const COMMENTS_OF_EXPORT: CommentsOfExport = {
  name: 'comments.export',
  join: {
    // An erased comment has no words, and an import refuses such a comment.
    ndjson: joinOf(COMMENT, `c.content <> ''`),
    copy: joinOf(`concat_ws(',', '"id":"' || c.id || '"', ${COMMENT})`),
  },
};
