import { MAX_PAGE_SIZE } from '../../kernel/page.js';
import { keptTotal } from '../../platform/counts/list-totals.sql.js';
import { ticketsOf } from '../counts/ticket-counts.sql.js';
import type { TicketOrder } from './ticket-filter.rules.js';

/** Near an end of the list, skipping tickets is faster than looking for a chunk. */
const NEAR_AN_END = 1_000;

/** Readers ask most for the first pages: those with at most this number of tickets before them. */
export const MOST_BEFORE_FIRST_PAGES = 100;

/** A kept total counts this list: all tickets, those with one of some statuses, or those of one assignee or with one tag. */
export interface KeptList {
  readonly list: 'tickets' | 'tickets.status' | 'tickets.assignee' | 'tickets.tag';
  /** An index of this table sorts the list by creation. */
  readonly table: 'tickets' | 'ticket_tag_index';
  /** The column of that table holds one of the `wanted`. */
  readonly column: string;
  /** Names statuses, one assignee or one tag in SQL; nothing for all tickets. The parameters begin at `$2`. */
  readonly wanted: readonly string[];
  readonly values: readonly unknown[];
}

/**
 * The parts of a statement that find one page of a list with a kept total [choice 10]:
 * - `total`: how many `tickets` the list has.
 * - `waiting`: how many `changes` of tickets are not folded into the counts yet.
 * - `page`: the tickets of the page.
 *
 * The values of the list are followed by the size of the page and its offset. One statement sees one snapshot, so counts, changes and
 * tickets agree exactly.
 */
export type PageParts = (list: KeptList, direction: TicketOrder['direction']) => string;

/**
 * One of the first pages, read from the beginning of the list. The limits in the text tell the planner how few tickets that takes: for
 * `LIMIT $n` alone it expects a tenth of all.
 */
export const firstPage: PageParts = (list, direction) => {
  const order = direction === 'asc' ? 'ASC' : 'DESC';
  const most = `${MOST_BEFORE_FIRST_PAGES + MAX_PAGE_SIZE}`;
  const page =
    list.table === 'tickets'
      ? `page AS MATERIALIZED (SELECT * FROM (SELECT * FROM (
       ${sorted('t.*', list, 'true', order, most)} LIMIT ${most}
     ) t ${inOrder(order)} ${sliceOf(list)}) t LIMIT ${MAX_PAGE_SIZE})`
      : `slice AS (${sorted('number', list, 'true', order, most)} ${sliceOf(list)}),
     ${PAGE_OF_SLICE}`;
  return `${totals(list)},
     ${page}`;
};

/**
 * A page anywhere in the list of all tickets or of those with some statuses. `slice` has the numbers of its tickets, found from the nearer
 * end of the list. Keys are compared as rows with plain sub-selects, because row-level security keeps other expressions, such as COALESCE,
 * from using the index.
 */
export const anyPage: PageParts = (list, direction) => {
  const [before, behind] = direction === 'asc' ? ['older', 'newer'] : ['newer', 'older'];
  const { size, offset } = placesOf(list);
  return [
    totals(list),
    // Counts the tickets of the page, and those on either side of it.
    `held AS MATERIALIZED (
       SELECT greatest(least(${size}, tickets - ${offset}), 0) AS tickets, least(${offset}, tickets) AS before FROM total)`,
    `aim AS MATERIALIZED (
       SELECT held.tickets AS size, held.before AS ${before}, total.tickets - held.before - held.tickets AS ${behind}
       FROM held, total)`,
    start(list),
    slice(list),
    PAGE_OF_SLICE,
  ].join(',\n');
};

/** Finds a page of a list that is sorted by the last change. Its numbers come from the index, however many tickets are before it. */
export const changedPage: PageParts = (list, direction) => {
  const order = direction === 'asc' ? 'ASC' : 'DESC';
  return `${totals(list)},
     slice AS (SELECT t.number FROM tickets t WHERE t.workspace_id = $1 ${among('t.status_id', list)}
       ORDER BY t.updated_at ${order}, t.number ${order} ${sliceOf(list)}),
     ${PAGE_OF_SLICE}`;
};

/**
 * Finds a page of a list that is sorted by follow-ups. An index has the tickets with one. Those without one come after them by number, and
 * are looked for only when the page reaches them.
 */
export const followUpPage: PageParts = (list, direction) => {
  const order = direction === 'asc' ? 'ASC' : 'DESC';
  const { size, offset } = placesOf(list);
  const tickets = (has: string): string =>
    `FROM tickets t WHERE t.workspace_id = $1 ${among('t.status_id', list)} AND t.follow_up_at IS ${has}`;
  return `${totals(list)},
     dated AS MATERIALIZED (SELECT count(*) AS tickets FROM (SELECT ${tickets('NOT NULL')} LIMIT ${offset} + ${size}) found),
     slice AS (
       (SELECT t.number ${tickets('NOT NULL')} ORDER BY t.follow_up_at ${order}, t.number ${order} ${sliceOf(list)})
       UNION ALL
       (SELECT t.number ${tickets('NULL')} ORDER BY t.number ${order}
        OFFSET (SELECT greatest(${offset} - tickets, 0) FROM dated) LIMIT (SELECT least(${offset} + ${size} - tickets, ${size}) FROM dated))),
     ${PAGE_OF_SLICE}`;
};

/**
 * Finds the tickets of a page by the numbers in `slice`, one by one: among many small workspaces, PostgreSQL mistakes a large one for a
 * small one, and would read all of it.
 */
export const PAGE_OF_SLICE = `page AS MATERIALIZED (
       SELECT t.* FROM (SELECT number FROM slice LIMIT ${MAX_PAGE_SIZE}) place
       CROSS JOIN LATERAL (SELECT * FROM tickets WHERE workspace_id = $1 AND number = place.number LIMIT 1) t)`;

/** Adds the changes that wait to the total of the list. */
export function totals(list: KeptList): string {
  return `waiting AS MATERIALIZED (
       SELECT coalesce(sum(abs(tickets)), 0)::integer AS changes, coalesce(sum(${moreByChange(list)}), 0)::integer AS tickets
       FROM ticket_count_changes WHERE workspace_id = $1),
     total AS MATERIALIZED (
       SELECT ${keptTotal(list.list, keptValues(list))} + waiting.tickets AS tickets FROM waiting)`;
}

function keptValues({ wanted }: KeptList): string | undefined {
  return wanted.length === 0 ? undefined : `ARRAY[${wanted.map((one) => `${one}::text`).join(', ')}]`;
}

/** Counts how many tickets a row of changes adds to the list. An unknown assignee is NULL, and does not mean the tickets of nobody. */
function moreByChange({ table, column, wanted }: KeptList): string {
  const [tag] = wanted;
  if (tag === undefined) return 'tickets';
  const found =
    table === 'tickets'
      ? wanted.map((id) => `cardinality(array_positions(array_remove(${column}s, NULL), ${id}))`).join(' + ')
      : `(SELECT count(*) FROM unnest(tags) AS of_ticket
          WHERE EXISTS (SELECT FROM unnest(of_ticket::text[]) AS tag WHERE ticket_tag_key(tag) = ${tag}))`;
  return `sign(tickets) * (${found})`;
}

const among = (column: string, { wanted }: KeptList): string =>
  wanted.length === 0 ? '' : `AND ${column} = ANY (ARRAY[${wanted.join(', ')}])`;

/** Names the parameters after the values of the list. */
const placesOf = ({ values }: KeptList): { readonly size: string; readonly offset: string } => ({
  size: `$${values.length + 2}::integer`,
  offset: `$${values.length + 3}::bigint`,
});

function sliceOf(list: KeptList): string {
  const { size, offset } = placesOf(list);
  return `OFFSET ${offset} LIMIT ${size}`;
}

/** Counts the tickets of a chunk that have a wanted status. */
function wantedOf(chunk: string, { wanted }: KeptList): string {
  if (wanted.length === 0) return `${chunk}.tickets`;
  return wanted.map((id) => `coalesce((${chunk}.by_status ->> ${id}::text)::integer, 0)`).join(' + ');
}

/**
 * The key of the last chunk that starts at or before the oldest ticket of the page, and how many tickets are older than that
 * chunk. It is the start of the list when the page is near an end, or when there are no chunks yet.
 */
function start(list: KeptList): string {
  return `chunk_of_page AS (
       SELECT created_at, number, older FROM (
         SELECT created_at, number, is_change, coalesce(sum(tickets) OVER (ORDER BY created_at, number, is_change
           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS older
         FROM (
           SELECT chunk.created_at, chunk.number, false AS is_change, ${wantedOf('chunk', list)} AS tickets
           FROM ticket_count_chunks chunk WHERE chunk.workspace_id = $1
           UNION ALL
           SELECT ticket.created_at, ticket.number, true, sign(change.tickets)::integer
           FROM ticket_count_changes change, ${ticketsOf('change')}
           WHERE change.workspace_id = $1 ${among('ticket.status_id', list)}
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

/** Finds the numbers of the page: it skips from the newest ticket when that is near, otherwise from the start of the chunk. */
function slice(list: KeptList): string {
  const isNewest = `(SELECT newer <= ${NEAR_AN_END} FROM aim)`;
  const isBehindStart = `(t.created_at, t.number) >= ((SELECT created_at FROM start), (SELECT number FROM start))`;
  const [newer, older] = ['(SELECT newer FROM aim)', '(SELECT aim.older - start.older FROM aim, start)'];
  const size = '(SELECT size FROM aim)';
  return `slice AS (
       (${sorted('number', list, isNewest, 'DESC', `${newer} + ${size}`)} OFFSET ${newer} LIMIT ${size})
       UNION ALL
       (${sorted('number', list, `NOT ${isNewest} AND ${isBehindStart}`, 'ASC', `${older} + ${size}`)}
        OFFSET ${older} LIMIT ${size}))`;
}

/**
 * Tickets in order, of each status the first `most`. The index is sorted within each status, so the tickets of several statuses are merged.
 * Without the limits the planner reads and sorts all tickets where that seems faster than to read all of them by the index.
 */
function sorted(
  columns: 'number' | 't.*',
  { table, column, wanted }: KeptList,
  condition: string,
  direction: 'ASC' | 'DESC',
  most: string,
): string {
  const branches = (wanted.length === 0 ? [''] : wanted).map(
    (one) => `(SELECT ${columns === 'number' ? 't.created_at, t.number' : columns} FROM ${table} t
         WHERE t.workspace_id = $1 ${one && `AND t.${column} = ${one}`} AND ${condition} ${inOrder(direction)} LIMIT ${most})`,
  );
  return `SELECT ${columns} FROM (${branches.join(' UNION ALL ')}) AS t ${inOrder(direction)}`;
}

function inOrder(direction: 'ASC' | 'DESC'): string {
  return `ORDER BY created_at ${direction}, number ${direction}`;
}
