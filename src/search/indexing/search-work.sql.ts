import { LOOKED_UP_ONE_BY_ONE } from '../../events/feed/event-feed.sql.js';
import { ONCE_ON_PRIMARY, tenantStatement } from '../../platform/tenancy/statement.js';

/** One transaction indexes at most this number of texts, or this number of bytes of text and one text more. */
export const TEXTS_AT_ONCE = 500;
export const BYTES_AT_ONCE = 4 * 1024 * 1024;

/** No text has a position after this one. */
export const LAST_INTEGER = 2_147_483_647;

/** The event of work that no event made. It is the last to be done, because new writes are searched for first. */
export const REBUILD = '0';

/**
 * Tells up to which event a workspace is indexed. Nothing is left when no event waits, the reader has read all of them and there is no
 * work.
 */
export const STATE = tenantStatement(
  'search_states.find',
  `SELECT state.version, r.position AS read, coalesce(s.last_position, 0) AS last,
     EXISTS (SELECT FROM audit_entries e WHERE e.workspace_id = $1 AND e.awaits_position) AS "isUnplaced",
     (SELECT w.event_position FROM search_work w WHERE w.workspace_id = $1 ORDER BY w.event_position DESC LIMIT 1) AS work
   FROM (VALUES (1)) always
   LEFT JOIN search_states state ON state.workspace_id = $1
   LEFT JOIN event_streams s ON s.workspace_id = $1
   LEFT JOIN event_readers r ON r.workspace_id = $1 AND r.reader = 'search'`,
  ONCE_ON_PRIMARY,
);

const WHOLE = `SELECT $1::uuid, ${REBUILD}, 'tickets', 1, 0, newest.number
   FROM (SELECT max(t.number) AS number FROM tickets t WHERE t.workspace_id = $1) newest`;

/** Notes the version $2 for all texts, unless it is noted already, and adds the work to index them. Work of an older version begins anew. */
export const BEGIN = tenantStatement(
  'search_states.begin',
  `WITH state AS (
     INSERT INTO search_states AS s (workspace_id, version) VALUES ($1, $2::smallint)
     ON CONFLICT (workspace_id) DO UPDATE SET version = excluded.version WHERE s.version < excluded.version
     RETURNING s.version
   )
   INSERT INTO search_work AS w (workspace_id, event_position, kind, ticket_number, position, last_number)
   ${WHOLE} CROSS JOIN state WHERE newest.number IS NOT NULL
   ON CONFLICT (workspace_id, event_position, kind) DO UPDATE
   SET ticket_number = excluded.ticket_number, position = excluded.position, last_number = excluded.last_number
   RETURNING w.kind`,
);

/** Makes the work of indexing all texts anew, unless it is there. */
export const ADD_REBUILD = tenantStatement(
  'search_work.rebuild',
  `INSERT INTO search_work (workspace_id, event_position, kind, ticket_number, position, last_number)
   ${WHOLE} WHERE newest.number IS NOT NULL
   ON CONFLICT DO NOTHING RETURNING kind`,
);

/** Tells how far the rebuild is: the next ticket and the last one. It is done when there is no row. */
export const PROGRESS = tenantStatement(
  'search_work.progress',
  `SELECT ticket_number AS next, last_number AS last FROM search_work
   WHERE workspace_id = $1 AND event_position = ${REBUILD} AND kind = 'tickets'`,
);

export const WAITING = tenantStatement(
  'search_work.waiting',
  `SELECT count(*)::integer AS count,
     coalesce(extract(epoch FROM statement_timestamp() - min(created_at)), 0)::float AS "oldestSeconds", 0 AS "overdueSeconds"
   FROM search_work WHERE workspace_id = $1`,
);

/** Lets the transaction wait a second for a lock, and then fail. */
export const BE_PATIENT: { readonly name: string; readonly text: string } = {
  name: 'search_work.be_patient',
  text: `SELECT set_config('lock_timeout', '1s', true) WHERE $1::uuid IS NOT NULL`,
};

/**
 * The version of the index. Until the transaction ends the workspace is not deleted, so it leaves no words behind. The statements that
 * follow look rows up one by one.
 */
export const VERSION = tenantStatement(
  'search_states.version',
  `SELECT version, ${LOOKED_UP_ONE_BY_ONE} FROM search_states WHERE workspace_id = $1 FOR KEY SHARE`,
);

/** Takes the newest work first, because somebody may be searching for it now. */
export const TAKE = tenantStatement(
  'search_work.take',
  `SELECT event_position AS "eventPosition", kind, ticket_number AS "ticketNumber", position, last_number AS "lastNumber",
     first_comment AS "firstComment", last_comment AS "lastComment"
   FROM search_work WHERE workspace_id = $1 ORDER BY event_position DESC, kind DESC LIMIT ${TEXTS_AT_ONCE}`,
);

/** SQL for the texts of `text` that one transaction takes, with their bytes. */
const FIRST_OF = (order: string): string => `kept AS MATERIALIZED (
     SELECT * FROM (
       SELECT text.*, octet_length(html) AS bytes, row_number() OVER (ORDER BY ${order}) AS place,
         sum(octet_length(html)) OVER (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
       FROM text) weighed
     WHERE place <= ${TEXTS_AT_ONCE} AND coalesce(before, 0) < ${BYTES_AT_ONCE}
   )`;

const SHOWN = `ticket_number AS "ticketNumber", position, comment_type AS "commentType", subject, html, bytes`;

/** Reads texts by the numbers $2 and positions $3, in their order. A text that is gone has no row. */
export const TEXTS_AT = tenantStatement(
  'search_texts.read',
  `WITH text AS MATERIALIZED (
     SELECT asked.place AS asked, asked.ticket_number, asked.position, c.comment_type,
       CASE WHEN asked.position = 0 THEN t.subject END AS subject,
       CASE WHEN asked.position = 0 THEN t.description ELSE c.content END AS html
     FROM unnest($2::integer[], $3::integer[]) WITH ORDINALITY AS asked (ticket_number, position, place)
     CROSS JOIN LATERAL (
       SELECT t.id, t.subject, t.description FROM tickets t WHERE t.workspace_id = $1 AND t.number = asked.ticket_number LIMIT 1) t
     LEFT JOIN LATERAL (
       SELECT c.comment_type, c.content FROM comments c
       WHERE c.workspace_id = $1 AND c.ticket_id = t.id AND c.position = asked.position LIMIT 1) c ON true
     WHERE asked.position = 0 OR c.content IS NOT NULL
   ), ${FIRST_OF('asked')}
   SELECT ${SHOWN}, asked::integer FROM kept ORDER BY place`,
);

/**
 * Reads the next texts of tickets: from number $2 and position $3, up to the ticket $4. Each row tells how many texts were found before some
 * were left, and the last ticket that was looked at. One row without a number: there is no text.
 */
export const TEXTS_OF_TICKETS = tenantStatement(
  'search_texts.read_tickets',
  `WITH slice AS MATERIALIZED (
     SELECT number, id, subject, description FROM (
       SELECT read.*, sum(comment_count + 1) OVER (ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
       FROM (
         SELECT t.number, t.id, t.subject, t.description, t.comment_count FROM tickets t
         WHERE t.workspace_id = $1 AND t.number >= $2::integer AND t.number <= $4::integer
         ORDER BY t.number LIMIT ${TEXTS_AT_ONCE}) read) counted
     WHERE coalesce(before, 0) < ${TEXTS_AT_ONCE}
   ), text AS MATERIALIZED (
     SELECT number AS ticket_number, 0 AS position, NULL::text AS comment_type, subject, description AS html
     FROM slice WHERE number > $2::integer OR $3::integer = 0
     UNION ALL
     SELECT slice.number, found.position, found.comment_type, NULL, found.content
     FROM slice CROSS JOIN LATERAL (
       SELECT c.position, c.comment_type, c.content FROM comments c
       WHERE c.workspace_id = $1 AND c.ticket_id = slice.id
         AND c.position >= CASE WHEN slice.number = $2::integer THEN $3::integer ELSE 1 END
       ORDER BY c.position LIMIT ${TEXTS_AT_ONCE + 1}) found
   ), ${FIRST_OF('ticket_number, position')}
   SELECT ${SHOWN}, (SELECT count(*)::integer FROM text) AS found, edge.last
   FROM (SELECT max(number) AS last FROM slice) edge LEFT JOIN kept ON true ORDER BY place`,
);

/** Reads the next comments from the id $2 to the id $3, with their ids and how many were found before some were left. */
export const TEXTS_OF_COMMENTS = tenantStatement(
  'search_texts.read_comments',
  `WITH text AS MATERIALIZED (
     SELECT t.number AS ticket_number, c.position, c.comment_type, NULL::text AS subject, c.content AS html, c.id
     FROM (
       SELECT c.id, c.ticket_id, c.position, c.comment_type, c.content FROM comments c
       WHERE c.workspace_id = $1 AND c.id >= $2::uuid AND c.id <= $3::uuid ORDER BY c.id LIMIT ${TEXTS_AT_ONCE + 1}) c
     CROSS JOIN LATERAL (SELECT t.number FROM tickets t WHERE t.workspace_id = $1 AND t.id = c.ticket_id LIMIT 1) t
   ), ${FIRST_OF('id')}
   SELECT ${SHOWN}, id, (SELECT count(*)::integer FROM text) AS found FROM kept ORDER BY place`,
);

/** Deletes rows by the numbers $2 and positions $3. */
export const FORGET = tenantStatement(
  'search_texts.forget',
  `DELETE FROM search_texts s USING unnest($2::integer[], $3::integer[]) AS gone (ticket_number, position)
   WHERE s.workspace_id = $1 AND s.ticket_number = gone.ticket_number AND s.position = gone.position`,
);

/** Deletes the rows from number $2 and position $3 to number $4 and position $5. */
export const FORGET_BETWEEN = tenantStatement(
  'search_texts.forget_between',
  `DELETE FROM search_texts WHERE workspace_id = $1
     AND (ticket_number, position) >= ($2::integer, $3::integer) AND (ticket_number, position) <= ($4::integer, $5::integer)`,
);

/** Adds rows of the version $2 by the numbers $3, positions $4 and texts of tsvectors $5. */
export const ADD = tenantStatement(
  'search_texts.add',
  `INSERT INTO search_texts (workspace_id, ticket_number, position, version, words)
   SELECT $1::uuid, new.ticket_number, new.position, $2::smallint,
     array_to_tsvector(ARRAY[search_wall($1::uuid)]) || new.words::tsvector
   FROM unnest($3::integer[], $4::integer[], $5::text[]) AS new (ticket_number, position, words) RETURNING ticket_number`,
);

/** Ends work on single texts of the events $2. */
export const END_TEXTS = tenantStatement(
  'search_work.end_texts',
  `DELETE FROM search_work WHERE workspace_id = $1 AND kind = 'text' AND event_position = ANY ($2::bigint[])`,
);

/**
 * SQL that holds while the work is as it was taken: $2 event, $3 kind, $4 ticket, $5 position, $6 comment. Another version of the rules may
 * have begun it anew.
 */
const AS_TAKEN = `workspace_id = $1 AND event_position = $2::bigint AND kind = $3::text
     AND (ticket_number, position, first_comment) IS NOT DISTINCT FROM ($4::integer, $5::integer, $6::uuid)`;

export const END = tenantStatement('search_work.end', `DELETE FROM search_work WHERE ${AS_TAKEN}`);

/** Moves work to ticket $7 and position $8, or to comment $9. */
export const SHRINK = tenantStatement(
  'search_work.shrink',
  `UPDATE search_work SET ticket_number = $7::integer, position = $8::integer, first_comment = $9::uuid WHERE ${AS_TAKEN}`,
);
