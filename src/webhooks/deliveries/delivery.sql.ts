import type { Sweep } from '../../platform/features/feature.js';
import { deletionOf, olderThan } from '../../platform/queue/sweeps.js';
import { ONCE_ON_PRIMARY, tenantStatement } from '../../platform/tenancy/statement.js';
import { ASKED, listening, LOOKED_AT_COLUMNS, PASSES, TOLD } from '../reading/filters.sql.js';

/** A process that took a delivery writes the result down within this time. Later, another process may take the delivery. */
const LEASE_SECONDS = 60;

/** Selects deliveries that wait. Only a test, which has no position, is sent while the webhook is switched off. */
const WAITS = `d.state = 'pending' AND (w.state = 'active' OR d.position IS NULL)`;

/** Lists endpoints for which something waits, with the milliseconds from now until it is due. */
export const ENDPOINTS = tenantStatement(
  'webhook_deliveries.endpoints',
  `SELECT w.id, w.failing_since IS NOT NULL AS "isFailing",
     extract(epoch FROM next.due_at - statement_timestamp())::float8 * 1000 AS "dueInMs"
   FROM webhooks w CROSS JOIN LATERAL (
     SELECT d.due_at FROM webhook_deliveries d WHERE d.workspace_id = $1 AND d.webhook_id = w.id AND ${WAITS}
     ORDER BY d.due_at LIMIT 1) next
   WHERE w.workspace_id = $1 AND w.state <> 'deleted'`,
  ONCE_ON_PRIMARY,
);

/** Locks webhooks $2, so that one process at a time counts what is being sent to them. */
export const LOCK_ENDPOINTS = tenantStatement(
  'webhook_deliveries.lock_endpoints',
  `SELECT id FROM webhooks WHERE workspace_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
);

/**
 * Takes by lease $4 the due deliveries of webhooks $2: for each at most its share $3, minus the deliveries that all processes are sending
 * to it now.
 */
export const TAKE = tenantStatement(
  'webhook_deliveries.take',
  `WITH share AS (
     SELECT w.id, w.url, w.state, w.failing_since, w.include_notes, w.begins_after, asked.share - (
       SELECT count(*) FROM webhook_deliveries d
       WHERE d.workspace_id = $1 AND d.webhook_id = w.id AND d.lease IS NOT NULL AND d.due_at > statement_timestamp()) AS free
     FROM unnest($2::uuid[], $3::integer[]) AS asked (id, share) JOIN webhooks w ON w.workspace_id = $1 AND w.id = asked.id
   ), due AS (
     SELECT w.url, w.failing_since, w.include_notes, w.begins_after, found.place
     FROM share w CROSS JOIN LATERAL (
       SELECT d.ctid AS place FROM webhook_deliveries d
       WHERE d.workspace_id = $1 AND d.webhook_id = w.id AND ${WAITS} AND d.due_at <= statement_timestamp()
       ORDER BY d.due_at LIMIT greatest(w.free, 0) FOR UPDATE SKIP LOCKED) found
   )
   UPDATE webhook_deliveries d SET lease = $4, due_at = statement_timestamp() + make_interval(secs => ${LEASE_SECONDS})
   FROM due WHERE d.workspace_id = $1 AND d.ctid = due.place
   RETURNING d.id, d.webhook_id AS "webhookId", d.type, d.position, d.failures, d.created_at AS "createdAt", due.url,
     due.failing_since AS "failingSince", due.include_notes AS "includesNotes",
     due.begins_after AS "beginsAfter",
     ARRAY(SELECT s.id::text || ':' || encode(s.sealed, 'hex') FROM webhook_secrets s
       WHERE s.workspace_id = $1 AND s.webhook_id = d.webhook_id AND (s.expires_at IS NULL OR s.expires_at > statement_timestamp())
       ORDER BY s.created_at DESC, s.id DESC) AS secrets`,
);

/**
 * Writes down a try of delivery $3 of webhook $2, if the lease $4 is still held: the state $5, the failures so far $6, the wait until the
 * next try in ms $7, and of the try its status $8, error $9, milliseconds $10 and answer $11.
 */
export const FINISH = tenantStatement(
  'webhook_deliveries.finish',
  `WITH done AS (
     UPDATE webhook_deliveries SET state = $5, failures = $6, tries = tries + 1, lease = NULL,
       due_at = statement_timestamp() + make_interval(secs => $7::float8 / 1000),
       finished_at = CASE WHEN $5 = 'pending' THEN NULL ELSE statement_timestamp() END
     WHERE workspace_id = $1 AND webhook_id = $2 AND id = $3 AND lease = $4 RETURNING tries
   )
   INSERT INTO webhook_tries (workspace_id, webhook_id, delivery_id, number, at, status, error, milliseconds, answer)
   SELECT $1::uuid, $2::uuid, $3::uuid, tries, statement_timestamp() - make_interval(secs => $10::float8 / 1000), $8::integer, $9::text,
     $10::integer, $11::text
   FROM done RETURNING number`,
);

/** Notes that a try of webhook $2 at its address $3 has failed. Citus takes no clock within a COALESCE, nor where rows are returned. */
export const NOTE_FAILURE = tenantStatement(
  'webhooks.note_failure',
  `WITH clock AS (SELECT statement_timestamp() AS now, statement_timestamp() - interval '5 days' AS long_ago)
   UPDATE webhooks SET failing_since = coalesce(failing_since, clock.now) FROM clock WHERE workspace_id = $1 AND id = $2 AND url = $3
   RETURNING failing_since < clock.long_ago AS "isTooLong"`,
);

export const REPLAYED_AT_ONCE = 10_000;

/**
 * Begins anew for webhook $2: the events after position $3, up to $4, of the actions $5 with their types $6, silent ones if $7, each with a
 * delivery or without. Its filter looks at them as the reader does. Citus takes no clock where rows meet.
 */
export const REPLAY_ALL = tenantStatement(
  'webhook_deliveries.replay_all',
  `WITH listening AS MATERIALIZED (${listening('w.id = $2')}
   ), asked AS MATERIALIZED (${ASKED}
   ), found AS MATERIALIZED (
     SELECT event.id, event.position, event.type FROM (
       SELECT e.id, e.position, shown.type, ${LOOKED_AT_COLUMNS} FROM audit_entries e
       JOIN unnest($5::text[], $6::text[]) AS shown (action, type) ON shown.action = e.action
       ${TOLD}
       WHERE e.workspace_id = $1 AND e.position > $3::bigint AND e.position <= $4::bigint AND ($7::boolean OR NOT e.is_silent)) AS event
     JOIN listening w ON ${PASSES} ORDER BY event.position LIMIT ${REPLAYED_AT_ONCE}
   ), begun AS (
     INSERT INTO webhook_deliveries AS d (workspace_id, webhook_id, id, type, position, due_at)
     SELECT $1::uuid, $2::uuid, id, type, position, statement_timestamp() FROM found
     ON CONFLICT (workspace_id, webhook_id, id) DO UPDATE
       SET state = 'pending', failures = 0, due_at = excluded.due_at, finished_at = NULL, lease = NULL
     RETURNING d.position
   )
   SELECT count(*)::integer AS deliveries, max(position) AS last FROM begun`,
);

/** Begins anew for webhook $2 the failed deliveries after position $3, up to $4, of the types $5. It leaves out one that is sent at that moment. */
export const REPLAY_FAILED = tenantStatement(
  'webhook_deliveries.replay_failed',
  `WITH found AS MATERIALIZED (
     SELECT d.ctid AS place, d.position FROM webhook_deliveries d
     WHERE d.workspace_id = $1 AND d.webhook_id = $2 AND d.state = 'failed' AND d.position > $3::bigint AND d.position <= $4::bigint
       AND d.type = ANY ($5::text[])
     ORDER BY d.position LIMIT ${REPLAYED_AT_ONCE} FOR UPDATE
   ), begun AS (
     UPDATE webhook_deliveries d SET state = 'pending', failures = 0, due_at = statement_timestamp(), finished_at = NULL
     FROM found WHERE d.workspace_id = $1 AND d.ctid = found.place
   )
   SELECT count(*)::integer AS deliveries, max(position) AS last FROM found`,
);

const KEPT_DAYS = { failed: 30, delivered: 7 } as const;

/** Deliveries that are not kept any more, then those of deleted webhooks, then these webhooks. */
export const WEBHOOK_SWEEPS: readonly Sweep[] = [
  deletionOf({
    name: 'webhook_deliveries.delete_old',
    table: 'webhook_deliveries',
    key: ['webhook_id', 'id'],
    when: `r.finished_at < statement_timestamp() - CASE
      WHEN r.state = 'failed' THEN interval '${KEPT_DAYS.failed} days' ELSE interval '${KEPT_DAYS.delivered} days' END`,
  }),
  deletionOf({
    name: 'webhook_deliveries.delete_of_deleted',
    table: 'webhook_deliveries',
    key: ['webhook_id', 'id'],
    when: `r.webhook_id IN (SELECT w.id FROM webhooks w WHERE w.workspace_id = $1 AND w.state = 'deleted')`,
  }),
  deletionOf({
    name: 'webhooks.delete_deleted',
    table: 'webhooks',
    key: ['id'],
    when: `r.state = 'deleted' AND ${olderThan('r.updated_at', '1 hour')}
      AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.workspace_id = $1 AND d.webhook_id = r.id)`,
  }),
];

/** Counts the deliveries that wait for active webhooks. A try to an endpoint whose last try failed is not overdue. */
export const WAITING = tenantStatement(
  'webhook_deliveries.waiting',
  `SELECT count(*)::integer AS count,
     coalesce(extract(epoch FROM statement_timestamp() - min(d.created_at)), 0)::float8 AS "oldestSeconds",
     greatest(extract(epoch FROM statement_timestamp() - min(d.due_at) FILTER (WHERE w.failing_since IS NULL)), 0)::float8
       AS "overdueSeconds"
   FROM webhooks w JOIN webhook_deliveries d ON d.workspace_id = $1 AND d.webhook_id = w.id AND d.state = 'pending'
   WHERE w.workspace_id = $1 AND w.state = 'active'`,
  ONCE_ON_PRIMARY,
);
