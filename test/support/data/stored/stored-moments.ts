import type { TestWorkspace } from '../builders.js';
import { asAdmin, type TestDatabase } from '../../test-database.js';

/** Gives tickets their dates without a request for each: follow-ups and due dates at random moments of some seconds from now on. */
export async function scheduleMoments(
  database: TestDatabase,
  workspaceId: string,
  { inMs, withinMs, kinds }: { inMs: number; withinMs: number; kinds: readonly ('follow_up' | 'due')[] },
): Promise<void> {
  const columns = { follow_up: 'follow_up_at', due: 'resolution_due_at' } as const;
  for (const kind of kinds) {
    await asAdmin(
      database,
      `UPDATE tickets SET ${columns[kind]} = date_trunc('milliseconds',
         clock_timestamp() + ($2::float8 + random() * $3::float8) * interval '1 ms')
       WHERE workspace_id = $1`,
      [workspaceId, inMs, withinMs],
    );
    await asAdmin(
      database,
      `INSERT INTO moments (workspace_id, ticket_id, kind, at, due_at)
       SELECT workspace_id, id, '${kind}', ${columns[kind]}, ${columns[kind]} FROM tickets WHERE workspace_id = $1
       ON CONFLICT (workspace_id, ticket_id, kind) DO UPDATE SET at = excluded.at, due_at = excluded.due_at`,
      [workspaceId],
    );
  }
  await asAdmin(database, 'INSERT INTO dated_workspaces (id) VALUES ($1) ON CONFLICT DO NOTHING', [
    workspaceId,
  ]);
}

/** An event about a date that has passed, and by how many milliseconds it was late. */
export interface StoredPassed {
  readonly subject: string;
  readonly action: string;
  readonly dueAt: string;
  readonly lateMs: number;
}

/** All events of a workspace about dates that have passed, in their order. */
export function storedPassed(database: TestDatabase, workspaceId: string): Promise<StoredPassed[]> {
  return asAdmin<StoredPassed>(
    database,
    `SELECT subject_id AS subject, action, after ->> 'due_at' AS "dueAt",
       (extract(epoch FROM at - (after ->> 'due_at')::timestamptz) * 1000)::float8 AS "lateMs"
     FROM audit_entries WHERE workspace_id = $1 AND action IN ('ticket.follow_up_due', 'ticket.resolution_overdue')
     ORDER BY subject_id, at, id`,
    [workspaceId],
  );
}

export async function momentsLeft({ app, scope }: TestWorkspace): Promise<number> {
  const [row] = await asAdmin<{ left: number }>(
    app.database,
    'SELECT count(*)::integer AS left FROM moments WHERE workspace_id = $1',
    [scope.workspaceId],
  );
  return row?.left ?? 0;
}
