import { READ_AT_ONCE } from '../../events/readers/event-reader.js';
import type { Sweep } from '../../platform/features/feature.js';
import { deletionOf } from '../../platform/queue/sweeps.js';
import { ONCE_ON_PRIMARY, tenantStatement } from '../../platform/tenancy/statement.js';
import { DAYS_OF_MINUTES, FIGURES } from '../figures.js';

/** One transaction counts the moves of at most this number of bytes of events, and of one event more. An import has a thousand tickets in one. */
const MOST_BYTES = 256 * 1024;

const COLUMNS = FIGURES.join(', ');
const SUMS = FIGURES.map((figure) => `sum(${figure})::bigint AS ${figure}`).join(', ');
const ADDED = FIGURES.map((figure) => `${figure} = c.${figure} + excluded.${figure}`).join(', ');

/** Lists what a move is for each of its subjects: the values of `FIGURES` after kind and id. */
const FIGURES_OF_MOVE = `
       ('workspace', $1::uuid, m.opened, 0, m.closed, m.response IS NOT NULL, m.response, m.resolution IS NOT NULL, m.resolution),
       ('status', m.entered, true, 0, false, false, 0, false, 0),
       ('member', m.assigned, false, 1, false, false, 0, false, 0),
       ('group', m.given, false, 1, false, false, 0, false, 0),
       ('member', m.member, false, 0, m.closed, m.response IS NOT NULL, m.response, m.resolution IS NOT NULL, m.resolution),
       ('group', m."group", false, 0, m.closed, m.response IS NOT NULL, m.response, m.resolution IS NOT NULL, m.resolution)`;

/**
 * Counts the moves of the events after position $2, up to $3, in the live generation or in the next one ($4), and says how far it came: an
 * event with many moves ends the part. What was kept of earlier counts is not counted again.
 */
export const COUNT = tenantStatement(
  'report_counts.count',
  `WITH generation AS MATERIALIZED (
     SELECT generation, time_zone AS zone, kept_position, (kept_until AT TIME ZONE time_zone)::date AS kept_day,
       date_trunc('minute', kept_until AT TIME ZONE 'UTC') AS kept_minute
     FROM report_generations WHERE workspace_id = $1 AND is_live = $4::boolean
   ), entry AS MATERIALIZED (
     SELECT e.position, e.at, e.counted, sum(pg_column_size(e.counted)) OVER (ORDER BY e.position) AS bytes
     FROM audit_entries e
     WHERE e.workspace_id = $1 AND e.position > $2::bigint AND e.position <= $3::bigint AND e.counted IS NOT NULL
     ORDER BY e.position LIMIT ${READ_AT_ONCE}
   ), part AS MATERIALIZED (
     SELECT coalesce(min(position) FILTER (WHERE bytes >= ${MOST_BYTES}), $3::bigint) AS until FROM entry
   ), move AS (
     SELECT moment.day, moment.minute, m.*,
       coalesce(e.position > g.kept_position OR moment.day > g.kept_day, true) AS is_new_in_day,
       coalesce(e.position > g.kept_position OR moment.minute > g.kept_minute, true) AS is_new_in_minute
     FROM generation g CROSS JOIN part CROSS JOIN entry e
     CROSS JOIN LATERAL jsonb_to_recordset(e.counted) AS m (at timestamptz, opened boolean, entered uuid, assigned uuid, given uuid,
       closed boolean, response bigint, resolution bigint, member uuid, "group" uuid)
     CROSS JOIN LATERAL (SELECT (coalesce(m.at, e.at) AT TIME ZONE g.zone)::date AS day,
       date_trunc('minute', coalesce(m.at, e.at) AT TIME ZONE 'UTC') AS minute) AS moment
     WHERE e.position <= part.until
   ), figure AS MATERIALIZED (
     SELECT f.kind, f.subject_id, m.day, m.minute, m.is_new_in_day, m.is_new_in_minute,
       coalesce(f.entered, false)::integer AS entered, f.assigned, coalesce(f.closed, false)::integer AS closed,
       f.responses::integer AS responses, coalesce(f.response_seconds, 0) AS response_seconds,
       f.resolutions::integer AS resolutions, coalesce(f.resolution_seconds, 0) AS resolution_seconds
     FROM move m CROSS JOIN LATERAL (VALUES ${FIGURES_OF_MOVE}
     ) AS f (kind, subject_id, ${COLUMNS})
     WHERE f.subject_id IS NOT NULL AND (f.entered OR f.assigned > 0 OR f.closed OR f.responses OR f.resolutions)
   ), daily AS MATERIALIZED (
     SELECT kind, subject_id, day::timestamp AS starts, ${SUMS} FROM figure WHERE is_new_in_day GROUP BY kind, subject_id, day
   ), counted AS (
     SELECT 'day' AS grain, * FROM daily
     UNION ALL
     SELECT 'month', kind, subject_id, date_trunc('month', starts), ${SUMS} FROM daily
     GROUP BY kind, subject_id, date_trunc('month', starts)
     UNION ALL
     SELECT 'minute', kind, subject_id, minute, ${SUMS} FROM figure
     WHERE is_new_in_minute AND minute >= statement_timestamp() AT TIME ZONE 'UTC' - interval '${DAYS_OF_MINUTES} days'
     GROUP BY kind, subject_id, minute
   ), kept AS (
     INSERT INTO report_counts AS c (workspace_id, generation, grain, kind, starts, subject_id, ${COLUMNS})
     SELECT $1::uuid, g.generation, n.grain, n.kind, n.starts, n.subject_id, ${FIGURES.map((figure) => `n.${figure}`).join(', ')}
     FROM counted n CROSS JOIN generation g
     ON CONFLICT (workspace_id, generation, grain, kind, starts, subject_id) DO UPDATE SET ${ADDED}
   )
   SELECT until FROM part`,
);

/** Begins the first generation of a workspace, unless it has one. */
export const BEGIN = tenantStatement(
  'report_generations.begin',
  `INSERT INTO report_generations AS g (workspace_id, is_live, generation, time_zone)
   SELECT $1::uuid, true, 1, w.time_zone FROM workspaces w WHERE w.id = $1
   ON CONFLICT (workspace_id, is_live) DO NOTHING RETURNING g.generation`,
);

/** The time of the oldest entry, when older ones were deleted: the first entry of a workspace tells of its beginning. */
export const OLDEST_KEPT = `CASE WHEN (
     SELECT e.action FROM audit_entries e WHERE e.workspace_id = $1 AND e.subject_id = $1 ORDER BY e.at LIMIT 1
   ) IS DISTINCT FROM 'workspace.created' THEN (
     SELECT e.at FROM audit_entries e WHERE e.workspace_id = $1 ORDER BY e.at, e.id LIMIT 1) END`;

/** Ends the counts that are being made anew, when the workspace has another zone by now. */
export const END_OUTDATED = tenantStatement(
  'report_generations.end_outdated',
  `DELETE FROM report_generations g WHERE g.workspace_id = $1 AND NOT g.is_live
     AND g.time_zone <> (SELECT w.time_zone FROM workspaces w WHERE w.id = $1)`,
);

/** Begins to make the counts anew: where the zone is another one, or everywhere ($3). $2: the events up to this one are counted already. */
export const BEGIN_NEXT = tenantStatement(
  'report_generations.begin_next',
  `INSERT INTO report_generations AS g (workspace_id, is_live, generation, time_zone, kept_position, kept_until)
   SELECT $1::uuid, false, live.generation + 1, w.time_zone, CASE WHEN kept.until IS NOT NULL THEN $2::bigint END, kept.until
   FROM report_generations live CROSS JOIN workspaces w CROSS JOIN (SELECT ${OLDEST_KEPT} AS until) AS kept
   WHERE live.workspace_id = $1 AND live.is_live AND w.id = $1 AND ($3::boolean OR live.time_zone <> w.time_zone)
   ON CONFLICT (workspace_id, is_live) DO NOTHING RETURNING g.generation`,
);

/** Copies the counts of the days for which there is no trail any more. With RETURNING, Citus does not copy past row-level security. */
export const KEEP = tenantStatement(
  'report_counts.keep',
  `WITH next AS MATERIALIZED (
     SELECT generation, (kept_until AT TIME ZONE time_zone)::date::timestamp AS day,
       date_trunc('minute', kept_until AT TIME ZONE 'UTC') AS minute
     FROM report_generations WHERE workspace_id = $1 AND NOT is_live
   ), old AS MATERIALIZED (
     SELECT c.* FROM next CROSS JOIN report_counts c
     WHERE c.workspace_id = $1 AND c.generation = next.generation - 1
       AND (c.grain = 'day' AND c.starts <= next.day OR c.grain = 'minute' AND c.starts <= next.minute)
   ), kept AS (
     SELECT grain, kind, starts, subject_id, ${COLUMNS} FROM old
     UNION ALL
     SELECT 'month', kind, date_trunc('month', starts), subject_id, ${SUMS} FROM old WHERE grain = 'day'
     GROUP BY kind, date_trunc('month', starts), subject_id
   ), added AS (
     INSERT INTO report_counts (workspace_id, generation, grain, kind, starts, subject_id, ${COLUMNS})
     SELECT $1::uuid, next.generation, kept.grain, kept.kind, kept.starts, kept.subject_id, ${FIGURES.map((figure) => `kept.${figure}`).join(', ')}
     FROM kept CROSS JOIN next RETURNING 1
   )
   SELECT count(*)::integer AS rows FROM added`,
);

/** Tells whether the trail still has the entries that it had when the counts were begun anew. */
export const IS_WHOLE = tenantStatement(
  'report_generations.is_whole',
  `SELECT g.kept_until IS NOT DISTINCT FROM ${OLDEST_KEPT} AS "isWhole"
   FROM report_generations g WHERE g.workspace_id = $1 AND NOT g.is_live`,
);

export const ARE_OUTDATED = tenantStatement(
  'report_generations.are_outdated',
  `SELECT EXISTS (SELECT FROM report_generations g WHERE g.workspace_id = $1
     AND (NOT g.is_live OR g.time_zone <> (SELECT w.time_zone FROM workspaces w WHERE w.id = $1))) AS "areOutdated"`,
  ONCE_ON_PRIMARY,
);

/** Deletes minutes that no report shows any more. */
export const REPORT_SWEEPS: readonly Sweep[] = [
  deletionOf({
    name: 'report_counts.delete_old_minutes',
    table: 'report_counts',
    key: ['generation', 'grain', 'kind', 'starts', 'subject_id'],
    when: `r.grain = 'minute' AND r.generation IN (SELECT g.generation FROM report_generations g WHERE g.workspace_id = $1)
       AND r.starts < statement_timestamp() AT TIME ZONE 'UTC' - interval '${DAYS_OF_MINUTES} days'`,
  }),
];
