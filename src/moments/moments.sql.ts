import {
  laterThan,
  ONCE_ON_PRIMARY,
  tenantStatement,
  type Statement,
} from '../platform/tenancy/statement.js';

/**
 * A process that took moments announces them within this time. Later, another process may take them: it waits for the locks of the tickets,
 * and then finds no moment that was announced already.
 */
const LEASE_SECONDS = 10;

/** SQL for the desk's now, which is `ahead` milliseconds ahead of the database, and for some seconds later. */
const deskNow = (ahead: string, laterSeconds = 0): string =>
  `statement_timestamp() + make_interval(secs => ${ahead}::float8 / 1000 + ${laterSeconds})`;

/** Tells in how many milliseconds of the database's clock the next moment is to be taken. */
export const NEXT_DUE = tenantStatement(
  'moments.next_due',
  `SELECT extract(epoch FROM min(due_at) - statement_timestamp())::float8 * 1000 AS "dueInMs"
   FROM moments WHERE workspace_id = $1`,
  ONCE_ON_PRIMARY,
);

/** Takes by lease $3 at most $2 moments that are due, in the order of their time: $4 milliseconds ahead of the database. */
export const TAKE = tenantStatement(
  'moments.take',
  `WITH due AS (
     SELECT ctid AS place FROM moments WHERE workspace_id = $1 AND due_at <= ${deskNow('$4')}
     ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
   )
   UPDATE moments m SET lease = $3, due_at = ${deskNow('$4', LEASE_SECONDS)}
   FROM due WHERE m.workspace_id = $1 AND m.ctid = due.place
   RETURNING m.ticket_id AS "ticketId"`,
);

/** Removes the moments of the tickets $2 that have passed, $3 milliseconds ahead of the database. The caller has locked the tickets. */
export const PASS = tenantStatement(
  'moments.pass',
  `DELETE FROM moments WHERE workspace_id = $1 AND ticket_id = ANY ($2::uuid[]) AND at <= ${deskNow('$3')}
   RETURNING ticket_id AS "ticketId", kind, at`,
);

/** SQL for the wait in $4 after the failed try of a row. The last one is for all further tries. */
const WAIT_MS = '($4::float8[])[least(failures + 1, cardinality($4::float8[]))]';

/** Gives back the moments of the tickets $2 that lease $3 still holds, as failed: $4 the milliseconds of each wait for the next try, $5 ahead. */
export const GIVE_BACK = tenantStatement(
  'moments.give_back',
  `UPDATE moments SET lease = NULL, failures = failures + 1,
     due_at = ${laterThan(`(${deskNow('$5')})`, `make_interval(secs => ${WAIT_MS} / 1000)`)}
   WHERE workspace_id = $1 AND ticket_id = ANY ($2::uuid[]) AND lease = $3`,
);

/** Keeps moments: the tickets $2, their kinds $3 and dates $4. A process that has taken one at its old date finds it moved. */
export const KEEP = tenantStatement(
  'moments.keep',
  `INSERT INTO moments AS m (workspace_id, ticket_id, kind, at, due_at)
   SELECT $1::uuid, kept.ticket_id, kept.kind, kept.at, kept.at
   FROM unnest($2::uuid[], $3::text[], $4::timestamptz[]) AS kept (ticket_id, kind, at)
   ON CONFLICT (workspace_id, ticket_id, kind)
     DO UPDATE SET at = excluded.at, due_at = excluded.due_at, lease = NULL, failures = 0
   RETURNING 1`,
);

/** Removes moments of the tickets $2 of the kinds $3, pairwise. */
export const FORGET = tenantStatement(
  'moments.forget',
  `DELETE FROM moments m USING unnest($2::uuid[], $3::text[]) AS gone (ticket_id, kind)
   WHERE m.workspace_id = $1 AND m.ticket_id = gone.ticket_id AND m.kind = gone.kind`,
);

/** Tells whether a moment without a failed try is still to be announced, $2 milliseconds ahead of the database. */
export const ARE_LEFT = tenantStatement(
  'moments.are_left',
  `SELECT EXISTS (SELECT FROM moments WHERE workspace_id = $1 AND at <= ${deskNow('$2')} AND failures = 0) AS "areLeft"`,
  ONCE_ON_PRIMARY,
);

/** Counts the moments that a process should have taken by now, $2 milliseconds ahead of the database. */
export const WAITING = tenantStatement(
  'moments.waiting',
  `SELECT count(*)::integer AS count,
     coalesce(extract(epoch FROM ${deskNow('$2')} - min(at)), 0)::float8 AS "oldestSeconds",
     coalesce(extract(epoch FROM ${deskNow('$2')} - min(due_at) FILTER (WHERE failures = 0)), 0)::float8 AS "overdueSeconds"
   FROM moments WHERE workspace_id = $1 AND due_at <= ${deskNow('$2')}`,
  ONCE_ON_PRIMARY,
);

/** Notes that the workspace $1 has a moment. The table belongs to no workspace, so this is no statement of one. */
export const NOTE_WORKSPACE: Statement = {
  name: 'dated_workspaces.note',
  text: 'INSERT INTO dated_workspaces (id) VALUES ($1) ON CONFLICT (id) DO NOTHING',
};
