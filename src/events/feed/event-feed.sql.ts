import {
  ONCE_ON_PRIMARY,
  onPrimary,
  sharingLane,
  tenantStatement,
} from '../../platform/tenancy/statement.js';
import { SHOWN_ACTIONS } from './event-types.js';

/** One statement gives at most this number of events their positions, and fewer after one that took too long. */
export const PLACED_AT_ONCE = 2_000;

/** A request for some types looks at at most this number of positions. */
export const LOOKED_AT = 10_000;

/**
 * The statements that follow in the transaction look events up one by one: for a trail that was never analyzed, the planner expects so few
 * rows that it would compare all with all, and in a plan from when the trail was empty, any index looks as good as the right one.
 */
export const LOOKED_UP_ONE_BY_ONE = `set_config('enable_seqscan', 'off', true), set_config('enable_material', 'off', true),
     set_config('enable_bitmapscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`;

/** The statements that follow in the transaction see everything that the one before it has committed. */
export const LOCK_STREAM = tenantStatement(
  'event_streams.lock',
  `SELECT last_position, ${LOOKED_UP_ONE_BY_ONE}
   FROM event_streams WHERE workspace_id = $1 FOR NO KEY UPDATE`,
);

/**
 * Gives the next positions to $2 committed events at most that have none, in the order in which they happened, and tells which readers are behind.
 * An event that the feed does not show no longer waits. The limit and the time of the events show the planner how few rows it changes;
 * otherwise it would mistake a large workspace among small ones for a small one, and read all of its events.
 */
export const PLACE = tenantStatement(
  'event_streams.place',
  `WITH waiting AS MATERIALIZED (
     SELECT at, id, action IN (${SHOWN_ACTIONS.map((action) => `'${action}'`).join(', ')}) AS is_shown
     FROM audit_entries WHERE workspace_id = $1 AND awaits_position ORDER BY at, id LIMIT $2::integer
   ), numbered AS MATERIALIZED (
     SELECT at, id, CASE WHEN is_shown THEN
       (SELECT last_position FROM event_streams WHERE workspace_id = $1) + count(*) FILTER (WHERE is_shown) OVER (ORDER BY at, id)
       END AS position
     FROM waiting
   ), placed AS (
     UPDATE audit_entries e SET position = numbered.position, awaits_position = false
     FROM numbered WHERE e.workspace_id = $1 AND e.at = numbered.at AND e.id = numbered.id
       AND e.at >= (SELECT min(at) FROM waiting) AND e.at <= (SELECT max(at) FROM waiting)
     RETURNING e.position
   ), newest AS (
     SELECT greatest(last_position, (SELECT max(position) FROM placed)) AS position FROM event_streams WHERE workspace_id = $1
   ), behind AS (
     SELECT r.reader FROM event_readers r WHERE r.workspace_id = $1 AND r.position < (SELECT position FROM newest)
   )
   UPDATE event_streams SET last_position = (SELECT position FROM newest)
   WHERE workspace_id = $1 RETURNING (SELECT count(*)::integer FROM placed) AS placed, ARRAY(SELECT reader FROM behind) AS behind`,
);

/** Finds the first event that is not older than $2 days: the feed begins there. */
const oldestShown = (from: string, otherwise: string): string => `coalesce((
  SELECT e.position FROM audit_entries e
  WHERE e.workspace_id = $1 AND e.position >= ${from} AND e.at >= statement_timestamp() - make_interval(days => $2::integer)
  ORDER BY e.position LIMIT 1), ${otherwise})`;

/** Raises the position below which nothing is shown, past the events older than $2 days. It hides no event that gets its position meanwhile. */
export const RETIRE = tenantStatement(
  'event_streams.retire',
  `WITH stream AS MATERIALIZED (
     SELECT first_position AS first, last_position AS last FROM event_streams WHERE workspace_id = $1
   ), edge AS MATERIALIZED (
     SELECT ${oldestShown('stream.first', 'stream.last + 1')} AS oldest FROM stream
   )
   UPDATE event_streams s SET first_position = edge.oldest
   FROM edge WHERE s.workspace_id = $1 AND s.first_position < edge.oldest`,
);

/** SQL for the bytes of an event. PostgreSQL knows the size of a small value without reading it. */
const bytesOf = (terms: string): string => `CASE WHEN ${terms} IS NULL THEN 0
  WHEN pg_column_compression(${terms}) IS NULL THEN pg_column_size(${terms}) ELSE octet_length(${terms}::text) END`;

/**
 * Selects a page of the feed: $2 days that it is shown for, $3 the position after which it begins, null for the oldest, $4 how many events at
 * most, $5 of which actions, null for all, $6 how many bytes at most, but one event at least. The first row says where the
 * feed begins and ends at this moment, and whether events wait for their position; the others are the events.
 */
export const PAGE = tenantStatement(
  'event_feed.page',
  `WITH stream AS MATERIALIZED (
     SELECT coalesce(s.last_position, 0) AS last, coalesce(s.first_position, 1) AS first
     FROM (VALUES (1)) always LEFT JOIN event_streams s ON s.workspace_id = $1
   ), edge AS MATERIALIZED (
     SELECT last, ${oldestShown('stream.first', 'stream.last + 1')} AS oldest FROM stream
   ), start AS MATERIALIZED (
     SELECT edge.*, begin.after, begin.after + ${LOOKED_AT} AS until
     FROM edge, LATERAL (SELECT greatest(coalesce($3::bigint, 0), edge.oldest - 1) AS after) begin
   ), page AS (
     SELECT e.*
     FROM start, LATERAL (
       SELECT found.*, sum(bytes) OVER (ORDER BY position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before_it
       FROM (
         SELECT e.position, e.at, e.id, e.api_key_id, e.actor, e.action, e.subject_id, e.ticket_number, e.is_silent,
           e.before, e.after, ${bytesOf('e.before')} + ${bytesOf('e.after')} AS bytes
         FROM audit_entries e
         WHERE e.workspace_id = $1 AND e.position > start.after AND e.position <= start.until
           AND ($5::text[] IS NULL OR e.action = ANY ($5::text[]))
         ORDER BY e.position LIMIT $4) found
     ) e WHERE coalesce(e.before_it, 0) < $6
   )
   SELECT last, oldest, EXISTS (SELECT FROM audit_entries WHERE workspace_id = $1 AND awaits_position) AS "isBehind",
     NULL AS bytes, NULL AS position, NULL AS at, NULL AS id, NULL AS "apiKeyId", NULL AS actor, NULL AS action, NULL AS "subjectId",
     NULL AS "ticketNumber", NULL AS "isSilent", NULL AS before, NULL AS after
   FROM start
   UNION ALL
   SELECT NULL, NULL, NULL, bytes, position, at, id, api_key_id, actor, action, subject_id, ticket_number, is_silent, before, after
   FROM page ORDER BY position NULLS FIRST`,
  ONCE_ON_PRIMARY,
);

/** Tells the newest position. Listeners ask it again and again. */
export const LAST = sharingLane(
  onPrimary(
    tenantStatement(
      'event_feed.last',
      'SELECT last_position AS last FROM event_streams WHERE workspace_id = $1',
    ),
  ),
);

export const AT_POSITIONS = tenantStatement(
  'event_feed.at_positions',
  `SELECT found.* FROM unnest($2::bigint[]) AS asked (position) CROSS JOIN LATERAL (
     SELECT position, at, id, api_key_id AS "apiKeyId", actor, action, subject_id AS "subjectId", ticket_number AS "ticketNumber",
       is_silent AS "isSilent", before, after, 0 AS bytes
     FROM audit_entries e WHERE e.workspace_id = $1 AND e.position = asked.position LIMIT 1) AS found`,
  ONCE_ON_PRIMARY,
);

/** Names keys $2 of a whole page: most of its events have the same few. */
export const KEY_NAMES = tenantStatement(
  'event_feed.key_names',
  'SELECT id, name FROM api_keys WHERE workspace_id = $1 AND id = ANY ($2::uuid[])',
  ONCE_ON_PRIMARY,
);
