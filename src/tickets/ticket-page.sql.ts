import type { TicketOrder } from './ticket.filter.js';

/** So many tickets from an end of the list it is cheaper to skip them than to look for a chunk. */
const NEAR_AN_END = 1_000;

/**
 * The parts of a statement that find one page of a counted list (decision 10): `total` has how many `tickets` there are,
 * `waiting` how many `rows` of changes are not in the counts yet, null when nobody has counted, `slice` the page's numbers,
 * from whichever end is nearer.
 *
 * `$2` and those behind it are the wanted statuses, none for all; then come the size of the page and how many are before it.
 * One statement is one snapshot, so counts, changes and tickets are of one moment and agree exactly. Keys are compared as
 * rows with plain sub-selects: anything else, COALESCE too, row-level security keeps away from the index.
 */
export function countedPage(statuses: number, direction: TicketOrder['direction']): string {
  const ids = Array.from({ length: statuses }, (_, index) => `$${index + 2}::uuid`);
  const [before, behind] = direction === 'asc' ? ['older', 'newer'] : ['newer', 'older'];
  return [
    totals(ids),
    // How many tickets the page holds, and how many the list has on either side of it.
    `held AS MATERIALIZED (
       SELECT greatest(least($${statuses + 2}::integer, tickets - $${statuses + 3}::bigint), 0) AS tickets,
         least($${statuses + 3}::bigint, tickets) AS before FROM total)`,
    `aim AS MATERIALIZED (
       SELECT held.tickets AS size, held.before AS ${before}, total.tickets - held.before - held.tickets AS ${behind}
       FROM held, total)`,
    start(ids),
    slice(ids),
  ].join(',\n');
}

/** How many of the tickets that a row of counts stands for are wanted. */
function wantedOf(row: string, ids: readonly string[]): string {
  if (ids.length === 0) return `${row}.tickets`;
  return ids.map((id) => `coalesce((${row}.by_status ->> ${id}::text)::integer, 0)`).join(' + ');
}

const withStatus = (column: string, ids: readonly string[]): string =>
  ids.length === 0 ? '' : `AND ${column} = ANY (ARRAY[${ids.join(', ')}])`;

/** A workspace whose tickets nobody has counted yet is counted here and now. */
function totals(ids: readonly string[]): string {
  return `waiting AS MATERIALIZED (
       SELECT CASE WHEN EXISTS (SELECT FROM ticket_counts counts WHERE counts.workspace_id = $1 AND counts.tickets IS NOT NULL)
           THEN count(*)::integer END AS rows, coalesce(sum(tickets) FILTER (WHERE true ${withStatus('status_id', ids)}), 0) AS tickets
       FROM ticket_count_changes WHERE workspace_id = $1),
     total AS MATERIALIZED (
       SELECT coalesce(
         (SELECT ${wantedOf('counts', ids)} FROM ticket_counts counts WHERE counts.workspace_id = $1 AND counts.tickets IS NOT NULL)
           + (SELECT tickets FROM waiting),
         (SELECT count(*) FROM tickets t WHERE t.workspace_id = $1 ${withStatus('t.status_id', ids)}))::integer AS tickets)`;
}

/**
 * The key of the last chunk that starts at or before the page's oldest ticket, and how many tickets are older than it; that
 * of the whole list when one of its ends is near, or nobody has counted yet.
 */
function start(ids: readonly string[]): string {
  return `chunk_of_page AS (
       SELECT created_at, number, older FROM (
         SELECT created_at, number, is_change, coalesce(sum(tickets) OVER (ORDER BY created_at, number, is_change
           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS older
         FROM (
           SELECT chunk.created_at, chunk.number, false AS is_change, ${wantedOf('chunk', ids)} AS tickets
           FROM ticket_count_chunks chunk WHERE chunk.workspace_id = $1
           UNION ALL
           SELECT place.created_at, place.number, true, sign(change.tickets)::integer
           FROM ticket_count_changes change, unnest(change.created_at, change.numbers) AS place (created_at, number)
           WHERE change.workspace_id = $1 ${withStatus('change.status_id', ids)}
         ) AS each
       ) AS place
       WHERE NOT is_change AND older <= (SELECT older FROM aim)
         AND (SELECT least(older, newer) > ${NEAR_AN_END} FROM aim)
       ORDER BY created_at DESC, number DESC LIMIT 1),
     start AS MATERIALIZED (
       SELECT coalesce(chunk.created_at, '-infinity') AS created_at, coalesce(chunk.number, 0) AS number,
         coalesce(chunk.older, 0) AS older
       FROM (VALUES (1)) AS always LEFT JOIN chunk_of_page chunk ON true)`;
}

/** The page's numbers: skipped from the newest ticket when that is near, otherwise from the start of the chunk. */
function slice(ids: readonly string[]): string {
  const isNewest = `(SELECT newer <= ${NEAR_AN_END} FROM aim)`;
  const isBehindStart = `(t.created_at, t.number) >= ((SELECT created_at FROM start), (SELECT number FROM start))`;
  return `slice AS (
       (${sorted(ids, isNewest, 'DESC')} OFFSET (SELECT newer FROM aim) LIMIT (SELECT size FROM aim))
       UNION ALL
       (${sorted(ids, `NOT ${isNewest} AND ${isBehindStart}`, 'ASC')}
        OFFSET (SELECT aim.older - start.older FROM aim, start) LIMIT (SELECT size FROM aim)))`;
}

/** Each status has an index of its own order: those of several are merged. */
function sorted(ids: readonly string[], condition: string, direction: 'ASC' | 'DESC'): string {
  const inOrder = `ORDER BY created_at ${direction}, number ${direction}`;
  const branches = (ids.length === 0 ? [''] : ids).map(
    (id) => `(SELECT t.created_at, t.number FROM tickets t
         WHERE t.workspace_id = $1 ${id && `AND t.status_id = ${id}`} AND ${condition} ${inOrder})`,
  );
  return `SELECT number FROM (${branches.join(' UNION ALL ')}) AS t ${inOrder}`;
}
