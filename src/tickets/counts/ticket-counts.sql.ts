import { takingStatement, keptTotal } from '../../platform/counts/list-totals.sql.js';
import { tenantStatement, plannedEachTime } from '../../platform/tenancy/statement.js';

/** Lists the tickets of a row of `ticket_count_changes`. */
export const ticketsOf = (change: string): string =>
  `unnest(${change}.created_at, ${change}.numbers, ${change}.status_ids, ${change}.assignee_ids, ${change}.tags)
     AS ticket (created_at, number, status_id, assignee_id, tags)`;

/** Selects `spelling`: the changed spellings of tags. `source` has tickets that came (1) and left (-1), with their tags. */
const spellingsOf = (source: string): string => `
  SELECT ticket_tag_key(tag.name) COLLATE "C" AS tag_key, tag.name, sum(moved.tickets)::integer AS tickets
  FROM ${source} AS moved, ticket_tag_names(moved.tags::text[]) AS tag (name) GROUP BY tag.name HAVING sum(moved.tickets) <> 0`;

export const SPELLINGS_OF_MOVED = spellingsOf('moved');

const WAITING_TICKETS = `(SELECT sign(change.tickets) AS tickets, ticket.tags
     FROM ticket_count_changes change, ${ticketsOf('change')} WHERE change.workspace_id = $1)`;

/** Selects `tag`: the tags of `spelling`, with their kept totals (`before`) and how many tickets more they have (`more`). */
export const TAGS_OF_SPELLINGS = `
  SELECT tag_key, more, ${keptTotal('tickets.tag', 'ARRAY[changed.tag_key]')} AS before
  FROM (SELECT tag_key, sum(tickets)::integer AS more FROM spelling GROUP BY tag_key) AS changed`;

/** Counts how many tags `tag` has more than the totals. */
export const MORE_TAGS = `(SELECT coalesce(sum((before + more > 0)::integer - (before > 0)::integer), 0)::integer FROM tag)`;

/**
 * A page of the tags that tickets have, in the order of their keys: $2 size, $3 offset. Every row has the total and how many changes
 * wait; when the page is empty, there is one row without a tag. A tag is shown in the spelling that most of its tickets have, of
 * several the first by code point. The totals are read in the order of their index, and no further than the page.
 */
export const PAGE_OF_TAGS = plannedEachTime(
  tenantStatement(
    'ticket_tags.page',
    `WITH spelling AS MATERIALIZED (${spellingsOf(WAITING_TICKETS)}
   ), tag AS MATERIALIZED (${TAGS_OF_SPELLINGS}
   ), total AS (
     SELECT ${keptTotal('tags')} + ${MORE_TAGS} AS "totalRecords",
       (SELECT coalesce(sum(abs(tickets)), 0)::integer FROM ticket_count_changes WHERE workspace_id = $1) AS "waitingChanges"
   ), page AS (
     SELECT tag_key, tickets FROM (
       (SELECT value AS tag_key, sum(records)::integer AS tickets FROM list_totals
        WHERE workspace_id = $1 AND list = 'tickets.tag' AND value NOT IN (SELECT tag_key FROM tag)
        GROUP BY value ORDER BY value LIMIT $2::bigint + $3::bigint)
       UNION ALL
       SELECT tag_key, before + more FROM tag WHERE before + more > 0) AS each
     ORDER BY tag_key LIMIT $2::bigint OFFSET $3::bigint
   )
   SELECT total."totalRecords", total."waitingChanges", named.name, page.tickets AS "ticketCount"
   FROM total LEFT JOIN page ON true LEFT JOIN LATERAL (
     SELECT name FROM (
       SELECT name, records AS tickets FROM list_totals kept
       WHERE kept.workspace_id = $1 AND kept.list = 'tickets.tag' AND kept.value = page.tag_key
       UNION ALL
       SELECT name, tickets FROM spelling WHERE spelling.tag_key = page.tag_key) AS each
     GROUP BY name ORDER BY sum(tickets) DESC, name COLLATE "C" LIMIT 1) AS named ON true
   ORDER BY page.tag_key`,
  ),
);

/** Takes changes, and folds them into the chunks. The first change of a workspace makes its first chunk. */
export const TAKE_CHANGES = takingStatement('ticket_counts.take', {
  table: 'ticket_count_changes',
  records: 'abs(tickets)',
  parts: [
    `moved AS MATERIALIZED (
     SELECT sign(taken.tickets)::integer AS tickets, ticket.* FROM taken, ${ticketsOf('taken')}
   )`,
    `per_status AS (
     SELECT coalesce(chunk.created_at, '-infinity') AS created_at, coalesce(chunk.number, 0) AS number, moved.status_id,
       sum(moved.tickets)::integer AS tickets
     FROM moved LEFT JOIN LATERAL (
       SELECT c.created_at, c.number FROM ticket_count_chunks c
       WHERE c.workspace_id = $1 AND (c.created_at, c.number) <= (moved.created_at, moved.number)
       ORDER BY c.created_at DESC, c.number DESC LIMIT 1) AS chunk ON true
     GROUP BY 1, 2, 3
   )`,
    `per_chunk AS (
     INSERT INTO ticket_count_chunks AS chunk (workspace_id, created_at, number, tickets, by_status)
     SELECT $1::uuid, created_at, number, sum(tickets), jsonb_object_agg(status_id, tickets)
     FROM per_status WHERE tickets <> 0 GROUP BY created_at, number
     ON CONFLICT (workspace_id, created_at, number) DO UPDATE SET tickets = chunk.tickets + excluded.tickets,
       by_status = ticket_counts_merged(chunk.by_status, excluded.by_status)
   )`,
    `spelling AS MATERIALIZED (${SPELLINGS_OF_MOVED})`,
    `tag AS MATERIALIZED (${TAGS_OF_SPELLINGS})`,
  ],
  totals: `SELECT 'tickets', '', '', tickets FROM taken
     UNION ALL SELECT 'tickets.status', status_id::text, '', tickets FROM moved
     UNION ALL SELECT 'tickets.assignee', assignee_id::text, '', tickets FROM moved WHERE assignee_id IS NOT NULL
     UNION ALL SELECT 'tickets.tag', tag_key, name, tickets FROM spelling
     UNION ALL SELECT 'tags', '', '', ${MORE_TAGS}`,
});

/**
 * Splits chunks of more than twice $2 tickets into chunks of $2, at the keys of tickets. The new counts are the tickets of
 * the range minus the changes of the range.
 */
export const SPLIT_CHUNKS = tenantStatement(
  'ticket_counts.split',
  `WITH chunk AS (
     SELECT created_at, number, tickets, lead(created_at, 1, 'infinity') OVER sorted AS next_created_at,
       lead(number, 1, 0) OVER sorted AS next_number
     FROM ticket_count_chunks WHERE workspace_id = $1 WINDOW sorted AS (ORDER BY created_at, number)
   ), crowded AS MATERIALIZED (
     SELECT * FROM chunk WHERE tickets > 2 * $2
   ), placed AS (
     SELECT chunk.created_at AS chunk_created_at, chunk.number AS chunk_number, t.created_at, t.number, t.status_id,
       row_number() OVER (PARTITION BY chunk.created_at, chunk.number ORDER BY t.created_at, t.number) - 1 AS position
     FROM crowded chunk CROSS JOIN LATERAL (
       SELECT created_at, number, status_id FROM tickets WHERE workspace_id = $1
         AND (created_at, number) >= (chunk.created_at, chunk.number)
         AND (created_at, number) < (chunk.next_created_at, chunk.next_number) OFFSET 0) t
   ), booked AS MATERIALIZED (
     SELECT chunk_created_at, chunk_number, status_id, position % $2 = 0 AS is_first,
       CASE WHEN position < $2 THEN chunk_created_at ELSE first_value(created_at) OVER piece END AS created_at,
       CASE WHEN position < $2 THEN chunk_number ELSE first_value(number) OVER piece END AS number
     FROM placed
     WINDOW piece AS (PARTITION BY chunk_created_at, chunk_number, position / $2 ORDER BY position)
   ), piece AS MATERIALIZED (
     SELECT chunk_created_at, chunk_number, created_at, number FROM booked WHERE is_first
   ), counted AS (
     SELECT created_at, number, status_id, count(*) AS tickets FROM booked GROUP BY created_at, number, status_id
     UNION ALL
     SELECT piece.created_at, piece.number, ticket.status_id, -sign(change.tickets)
     FROM ticket_count_changes change, ${ticketsOf('change')}, crowded chunk, LATERAL (
       SELECT piece.created_at, piece.number FROM piece
       WHERE piece.chunk_created_at = chunk.created_at AND piece.chunk_number = chunk.number
         AND (piece.created_at, piece.number) <= (ticket.created_at, ticket.number)
       ORDER BY piece.created_at DESC, piece.number DESC LIMIT 1) AS piece
     WHERE change.workspace_id = $1 AND (ticket.created_at, ticket.number) >= (chunk.created_at, chunk.number)
       AND (ticket.created_at, ticket.number) < (chunk.next_created_at, chunk.next_number)
   ), per_status AS (
     SELECT created_at, number, status_id, sum(tickets)::integer AS tickets
     FROM counted GROUP BY created_at, number, status_id
   )
   INSERT INTO ticket_count_chunks (workspace_id, created_at, number, tickets, by_status)
   SELECT $1::uuid, created_at, number, sum(tickets),
     coalesce(jsonb_object_agg(status_id, tickets) FILTER (WHERE tickets <> 0), '{}')
   FROM per_status GROUP BY created_at, number
   ON CONFLICT (workspace_id, created_at, number)
     DO UPDATE SET tickets = excluded.tickets, by_status = excluded.by_status`,
);
