import { tenantStatement } from '../../platform/tenancy/statement.js';

// At every moment: counts + changes = tickets. All statements of a step see one snapshot and keep this true.

/**
 * No row when another process has the lock, or when there are no counts. Folding may take longer than the usual time limit of
 * a statement.
 */
export const LOCK_COUNTS = tenantStatement(
  'ticket_counts.lock',
  `SELECT tickets IS NOT NULL AS "isCounted", set_config('statement_timeout', '600000', true)
   FROM ticket_counts WHERE workspace_id = $1 FOR NO KEY UPDATE SKIP LOCKED`,
);

/** Counts all tickets and forgets all changes. One chunk replaces all others, and is split later. */
export const COUNT_ALL = tenantStatement(
  'ticket_counts.count_all',
  `WITH needless AS (
     DELETE FROM ticket_count_changes WHERE workspace_id = $1
   ), counted AS (
     SELECT status_id, count(*) AS tickets FROM tickets WHERE workspace_id = $1 GROUP BY status_id
   ), whole AS (
     SELECT coalesce(sum(tickets), 0)::integer AS tickets,
       coalesce(jsonb_object_agg(status_id, tickets), '{}') AS by_status
     FROM counted
   ), others AS (
     DELETE FROM ticket_count_chunks WHERE workspace_id = $1 AND created_at > '-infinity'
   ), chunk AS (
     INSERT INTO ticket_count_chunks (workspace_id, created_at, number, tickets, by_status)
     SELECT $1::uuid, '-infinity', 0, tickets, by_status FROM whole
     ON CONFLICT (workspace_id, created_at, number)
       DO UPDATE SET tickets = excluded.tickets, by_status = excluded.by_status
   )
   UPDATE ticket_counts counts SET tickets = whole.tickets, by_status = whole.by_status
   FROM whole WHERE counts.workspace_id = $1`,
);

/**
 * Folds changes into the counts: at most $2 rows, and no further row after $3 tickets. Changes that come meanwhile are left for the
 * next time.
 */
export const FOLD_CHANGES = tenantStatement(
  'ticket_counts.fold',
  `WITH waiting AS MATERIALIZED (
     SELECT id, sum(abs(tickets)) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
     FROM (SELECT id, tickets FROM ticket_count_changes WHERE workspace_id = $1 ORDER BY id LIMIT $2) AS limited
   ), taken AS (
     DELETE FROM ticket_count_changes change
     WHERE change.workspace_id = $1 AND change.id = ANY (ARRAY(SELECT id FROM waiting WHERE coalesce(before, 0) < $3))
     RETURNING change.status_id, change.tickets, change.created_at, change.numbers
   ), per_status AS (
     SELECT chunk.created_at, chunk.number, taken.status_id, sum(sign(taken.tickets))::integer AS tickets
     FROM taken, unnest(taken.created_at, taken.numbers) AS place (created_at, number), LATERAL (
       SELECT c.created_at, c.number FROM ticket_count_chunks c
       WHERE c.workspace_id = $1 AND (c.created_at, c.number) <= (place.created_at, place.number)
       ORDER BY c.created_at DESC, c.number DESC LIMIT 1) AS chunk
     GROUP BY chunk.created_at, chunk.number, taken.status_id
   ), per_chunk AS (
     SELECT created_at, number, sum(tickets)::integer AS tickets, jsonb_object_agg(status_id, tickets) AS by_status
     FROM per_status WHERE tickets <> 0 GROUP BY created_at, number
   ), whole AS (
     SELECT coalesce(sum(tickets), 0)::integer AS tickets,
       coalesce(jsonb_object_agg(status_id, tickets) FILTER (WHERE tickets <> 0), '{}') AS by_status
     FROM (SELECT status_id, sum(tickets)::integer AS tickets FROM taken GROUP BY status_id) AS each
   ), folded AS (
     UPDATE ticket_count_chunks chunk SET tickets = chunk.tickets + per_chunk.tickets,
       by_status = ticket_counts_merged(chunk.by_status, per_chunk.by_status)
     FROM per_chunk
     WHERE chunk.workspace_id = $1 AND chunk.created_at = per_chunk.created_at AND chunk.number = per_chunk.number
   ), summed AS (
     UPDATE ticket_counts counts SET tickets = counts.tickets + whole.tickets,
       by_status = ticket_counts_merged(counts.by_status, whole.by_status)
     FROM whole WHERE counts.workspace_id = $1 AND whole.by_status <> '{}'
   )
   SELECT NOT EXISTS (SELECT FROM waiting WHERE before >= $3) AND (SELECT count(*) FROM waiting) < $2 AS "isAll"`,
);

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
     FROM crowded chunk JOIN tickets t ON t.workspace_id = $1
       AND (t.created_at, t.number) >= (chunk.created_at, chunk.number)
       AND (t.created_at, t.number) < (chunk.next_created_at, chunk.next_number)
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
     SELECT piece.created_at, piece.number, change.status_id, -sign(change.tickets)
     FROM ticket_count_changes change, unnest(change.created_at, change.numbers) AS place (created_at, number),
       crowded chunk, LATERAL (
       SELECT piece.created_at, piece.number FROM piece
       WHERE piece.chunk_created_at = chunk.created_at AND piece.chunk_number = chunk.number
         AND (piece.created_at, piece.number) <= (place.created_at, place.number)
       ORDER BY piece.created_at DESC, piece.number DESC LIMIT 1) AS piece
     WHERE change.workspace_id = $1 AND (place.created_at, place.number) >= (chunk.created_at, chunk.number)
       AND (place.created_at, place.number) < (chunk.next_created_at, chunk.next_number)
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
