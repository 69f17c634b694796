import { ONCE_ON_PRIMARY, tenantStatement, type Statement } from '../../platform/tenancy/statement.js';
import { OLDEST_KEPT } from '../counting/report-counts.sql.js';
import { FIGURES, type SubjectKind } from '../figures.js';

/** Tells up to which event a workspace is counted, and what time it is there. */
export const STATE = tenantStatement(
  'report_generations.state',
  `SELECT g.time_zone AS "timeZone", r.position AS read, coalesce(s.last_position, 0) AS last,
     EXISTS (SELECT FROM audit_entries e WHERE e.workspace_id = $1 AND e.awaits_position) AS "isUnplaced",
     coalesce(g.time_zone <> w.time_zone, true) OR EXISTS (
       SELECT FROM report_generations n WHERE n.workspace_id = $1 AND NOT n.is_live) AS "isOutdated",
     statement_timestamp() AS now, (statement_timestamp() AT TIME ZONE coalesce(g.time_zone, 'UTC'))::date::text AS today,
     ((statement_timestamp() - interval '24 hours') AT TIME ZONE coalesce(g.time_zone, 'UTC'))::date::text AS "dayAgo",
     ((statement_timestamp() - interval '48 hours') AT TIME ZONE coalesce(g.time_zone, 'UTC'))::date::text AS "twoDaysAgo",
     kept.since AS "exactSince", (kept.since AT TIME ZONE coalesce(g.time_zone, 'UTC'))::date::text AS "exactSinceDay"
   FROM (SELECT ${OLDEST_KEPT} AS since) AS kept
   LEFT JOIN workspaces w ON w.id = $1
   LEFT JOIN report_generations g ON g.workspace_id = $1 AND g.is_live
   LEFT JOIN event_streams s ON s.workspace_id = $1
   LEFT JOIN event_readers r ON r.workspace_id = $1 AND r.reader = 'reports'`,
  ONCE_ON_PRIMARY,
);

const LIVE = '(SELECT g.generation FROM report_generations g WHERE g.workspace_id = $1 AND g.is_live)';

const SUMS = [false, true].flatMap((isPrevious) =>
  FIGURES.map(
    (figure) =>
      `coalesce(sum(c.${figure}) FILTER (WHERE ${isPrevious ? '' : 'NOT '}span.is_previous), 0)::bigint AS ${isPrevious ? 'previous' : 'present'}_${figure}`,
  ),
);

/** SQL for the sums of each subject in the spans: $2 whether each is of the period before, $3 grains, $4 first times, $5 times after the last. */
const summed = (kind: SubjectKind): string => `summed AS MATERIALIZED (
     SELECT c.subject_id, ${SUMS.join(',\n       ')}
     FROM unnest($2::boolean[], $3::text[], $4::timestamp[], $5::timestamp[]) AS span (is_previous, grain, first, before)
     JOIN report_counts c ON c.workspace_id = $1 AND c.generation = ${LIVE}
       AND c.grain = span.grain AND c.kind = '${kind}' AND c.starts >= span.first AND c.starts < span.before
     GROUP BY c.subject_id
   )`;

/** SQL for the sums as one object for each period. */
const SHOWN = ['present', 'previous']
  .map((period) => {
    const pairs = FIGURES.map((figure) => `'${figure}', coalesce(s.${period}_${figure}, 0)`);
    return `jsonb_build_object(${pairs.join(', ')}) AS ${period}`;
  })
  .join(',\n       ');

/** SQL for the order of names, in which case does not count, by code point. */
const BY_NAME = `lower(name) COLLATE "C", name COLLATE "C", id`;

/** Sums what happened to all statuses. */
export const STATUSES = tenantStatement(
  'report_counts.statuses',
  `WITH ${summed('status')}, listed AS (
     SELECT t.id, t.name, ${SHOWN} FROM ticket_statuses t LEFT JOIN summed s ON s.subject_id = t.id WHERE t.workspace_id = $1)
   SELECT id, name, present, previous FROM listed ORDER BY ${BY_NAME}`,
  ONCE_ON_PRIMARY,
);

/** SQL for a page of subjects: $6 how many at most, $7 how many are skipped. The first row has the total, even when no subject is there. */
const paged = (name: string, kind: SubjectKind, listed: string): Statement =>
  tenantStatement(
    name,
    `WITH ${summed(kind)}, listed AS MATERIALIZED (${listed}), page AS (
       SELECT * FROM listed ORDER BY ${BY_NAME} LIMIT $6::integer OFFSET $7::bigint)
     SELECT (SELECT count(*)::integer FROM listed) AS "totalRecords", page.*
     FROM (VALUES (1)) always LEFT JOIN page ON true ORDER BY ${BY_NAME}`,
    ONCE_ON_PRIMARY,
  );

/** Sums what active members did, and removed ones who did something. */
export const MEMBERS = paged(
  'report_counts.members',
  'member',
  `SELECT m.id, m.email, coalesce(nullif(concat_ws(' ', nullif(m.first_name, ''), nullif(m.last_name, '')), ''), m.email) AS name,
       ${SHOWN}
   FROM team_members m LEFT JOIN summed s ON s.subject_id = m.id
   WHERE m.workspace_id = $1 AND (m.removed_at IS NULL OR s.subject_id IS NOT NULL)`,
);

export const GROUPS = paged(
  'report_counts.groups',
  'group',
  `SELECT t.id, t.name, ${SHOWN} FROM groups t LEFT JOIN summed s ON s.subject_id = t.id WHERE t.workspace_id = $1`,
);

export const OLDEST = tenantStatement(
  'report_counts.oldest',
  `SELECT greatest(c.starts::date, '0001-01-01')::text AS day FROM report_counts c
   WHERE c.workspace_id = $1 AND c.generation = ${LIVE} AND c.grain = 'day' AND c.kind = 'workspace'
   ORDER BY c.starts LIMIT 1`,
  ONCE_ON_PRIMARY,
);

/** Lists how many tickets came and were closed: $2 grain, $3 the first time, $4 the time after the last. Dates without any are left out. */
export const SERIES = tenantStatement(
  'report_counts.series',
  `SELECT date::text, sum(entered)::integer AS entered, sum(closed)::integer AS closed FROM (
     SELECT CASE WHEN c.grain = 'minute' THEN (c.starts AT TIME ZONE 'UTC' AT TIME ZONE g.time_zone)::date ELSE c.starts::date END AS date,
       c.entered, c.closed
     FROM report_generations g JOIN report_counts c ON c.workspace_id = $1 AND c.generation = g.generation
       AND c.grain = $2::text AND c.kind = 'workspace' AND c.starts >= $3::timestamp AND c.starts < $4::timestamp
     WHERE g.workspace_id = $1 AND g.is_live) AS counted
   GROUP BY date`,
  ONCE_ON_PRIMARY,
);
