/** What stands before the comments of a line. */
export const COMMENTS_KEY = '"comments":[';

/** JSON of an instant leaves out zeros at the end. Adding a microsecond makes six digits, of which three are kept. */
export const jsonInstant = (column: string): string =>
  `left(to_json(${column} + interval '1 microsecond')::text, 24) || 'Z"'`;

/** Bytes of content on a line. A ticket with larger comments has several lines, so that an import takes each. */
const BYTES_OF_LINE = 1024 * 1024;

/** $5 members by id, in JSON. A customer has a name, so that an import can make it. */
const COMMENT = `concat_ws(',',
  '"comment_type":"' || c.comment_type || '"',
  CASE WHEN c.team_member_id IS NULL THEN '"author_type":"customer"' ELSE '"author_type":"agent"' END,
  '"author_email":' || coalesce($5::jsonb ->> c.team_member_id::text, to_json(author.primary_email)::text),
  '"author_name":' || to_json(nullif(concat_ws(' ', author.first_name, author.last_name), ''))::text,
  '"content":' || to_json(c.content)::text,
  '"created_at":' || ${jsonInstant('c.created_at')},
  '"message_id":' || to_json(c.message_id)::text)`;

/** Joins each ticket with its comments as JSON, in parts from 0 on; with one row without comments when there are none. */
export const WITH_COMMENTS = `LEFT JOIN LATERAL (
  SELECT each.part, string_agg('{' || each.comment || '}', ',' ORDER BY each.position) AS comments
  FROM (SELECT c.position, ${COMMENT} AS comment,
      sum(octet_length(c.content)) OVER (ORDER BY c.position) / ${BYTES_OF_LINE} AS part
    FROM comments c LEFT JOIN customers author ON author.workspace_id = $1 AND author.id = c.customer_id
    WHERE c.workspace_id = $1 AND c.ticket_id = t.id AND t.comment_count > 0) AS each
  GROUP BY each.part) AS said ON true`;
