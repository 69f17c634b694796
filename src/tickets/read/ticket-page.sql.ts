import { MAX_PAGE_SIZE } from '../../kernel/page.js';
import type { TicketOrder } from './ticket-filter.rules.js';

/** For a page this near to an end of the list it is faster to skip tickets than to look for a chunk. */
const NEAR_AN_END = 1_000;

/** With at most so many tickets before it, a page is among the first ones, which are asked for most. */
export const MOST_BEFORE_FIRST_PAGES = 100;

/**
 * The parts of a statement that find one page of a list with counts (decision 10):
 * - `total`: how many `tickets` the list has.
 * - `waiting`: how many `rows` of changes are not folded into the counts yet; null when the tickets were never counted.
 * - `page`: the tickets of the page.
 *
 * `$2` and the following are the wanted statuses, none for all; then the size of the page and its offset. One statement sees one
 * snapshot, so counts, changes and tickets agree exactly.
 */
export type PageParts = (statuses: number, direction: TicketOrder['direction']) => string;

/**
 * One of the first pages, read from the beginning of the list. The limits in the text tell the planner how few tickets that takes: for
 * `LIMIT $n` alone it expects a tenth of all.
 */
export const firstPage: PageParts = (statuses, direction) => {
  const ids = idsOf(statuses);
  const order = direction === 'asc' ? 'ASC' : 'DESC';
  const most = MOST_BEFORE_FIRST_PAGES + MAX_PAGE_SIZE;
  return `${totals(ids)},
     page AS MATERIALIZED (SELECT * FROM (SELECT * FROM (
       ${sorted('t.*', ids, 'true', order, `${most}`)} LIMIT ${most}
     ) t ${inOrder(order)} OFFSET $${statuses + 3}::bigint LIMIT $${statuses + 2}::integer) t LIMIT ${MAX_PAGE_SIZE})`;
};

/**
 * A page anywhere. `slice` has the numbers of its tickets, found from the nearer end of the list. Keys are compared as rows with plain
 * sub-selects, because row-level security keeps other expressions, such as COALESCE, from using the index.
 */
export const anyPage: PageParts = (statuses, direction) => {
  const ids = idsOf(statuses);
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
    PAGE_OF_SLICE,
  ].join(',\n');
};

/** A page of a list that is sorted by the last change. Its numbers come from the index, however many tickets are before it. */
export const changedPage: PageParts = (statuses, direction) => {
  const ids = idsOf(statuses);
  const order = direction === 'asc' ? 'ASC' : 'DESC';
  return `${totals(ids)},
     slice AS (SELECT t.number FROM tickets t WHERE t.workspace_id = $1 ${withStatus('t.status_id', ids)}
       ORDER BY t.updated_at ${order}, t.number ${order} OFFSET $${statuses + 3}::bigint LIMIT $${statuses + 2}::integer),
     ${PAGE_OF_SLICE}`;
};

/** The tickets of a page from the numbers in `slice`. */
export const PAGE_OF_SLICE = `page AS MATERIALIZED (
       SELECT t.* FROM (SELECT number FROM slice LIMIT ${MAX_PAGE_SIZE}) place
       JOIN tickets t ON t.workspace_id = $1 AND t.number = place.number)`;

function idsOf(statuses: number): string[] {
  return Array.from({ length: statuses }, (_, index) => `$${index + 2}::uuid`);
}

/** How many tickets of a row of counts have a wanted status. */
function wantedOf(row: string, ids: readonly string[]): string {
  if (ids.length === 0) return `${row}.tickets`;
  return ids.map((id) => `coalesce((${row}.by_status ->> ${id}::text)::integer, 0)`).join(' + ');
}

const withStatus = (column: string, ids: readonly string[]): string =>
  ids.length === 0 ? '' : `AND ${column} = ANY (ARRAY[${ids.join(', ')}])`;

/** Counts the tickets themselves when the workspace has no counts yet. */
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
 * The key of the last chunk that starts at or before the oldest ticket of the page, and how many tickets are older than that
 * chunk. It is the start of the list when the page is near an end, or when there are no counts yet.
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

/** The numbers of the page: it skips from the newest ticket when that is near, otherwise from the start of the chunk. */
function slice(ids: readonly string[]): string {
  const isNewest = `(SELECT newer <= ${NEAR_AN_END} FROM aim)`;
  const isBehindStart = `(t.created_at, t.number) >= ((SELECT created_at FROM start), (SELECT number FROM start))`;
  const [newer, older] = ['(SELECT newer FROM aim)', '(SELECT aim.older - start.older FROM aim, start)'];
  const size = '(SELECT size FROM aim)';
  return `slice AS (
       (${sorted('number', ids, isNewest, 'DESC', `${newer} + ${size}`)} OFFSET ${newer} LIMIT ${size})
       UNION ALL
       (${sorted('number', ids, `NOT ${isNewest} AND ${isBehindStart}`, 'ASC', `${older} + ${size}`)}
        OFFSET ${older} LIMIT ${size}))`;
}

/**
 * Tickets in order, of each status the first `most`. The index is sorted within each status, so the tickets of several statuses are merged.
 * Without the limits the planner reads and sorts all tickets where that seems faster than to read all of them by the index.
 */
function sorted(
  columns: 'number' | 't.*',
  ids: readonly string[],
  condition: string,
  direction: 'ASC' | 'DESC',
  most: string,
): string {
  const branches = (ids.length === 0 ? [''] : ids).map(
    (id) => `(SELECT ${columns === 'number' ? 't.created_at, t.number' : columns} FROM tickets t
         WHERE t.workspace_id = $1 ${id && `AND t.status_id = ${id}`} AND ${condition} ${inOrder(direction)} LIMIT ${most})`,
  );
  return `SELECT ${columns} FROM (${branches.join(' UNION ALL ')}) AS t ${inOrder(direction)}`;
}

function inOrder(direction: 'ASC' | 'DESC'): string {
  return `ORDER BY created_at ${direction}, number ${direction}`;
}
