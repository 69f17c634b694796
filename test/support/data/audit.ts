import { randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
import { asAdmin, type TestDatabase } from '../test-database.js';
import type { TestWorkspace } from './builders.js';

/** An entry of the audit trail as operators see it. */
export interface StoredEntry {
  readonly action: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly api_key_id: string | null;
  readonly actor: string | null;
  readonly request_id: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

/** The trail of a workspace, oldest first; of one request when it is named. */
export async function entriesOf({ app, scope }: TestWorkspace, requestId?: string): Promise<StoredEntry[]> {
  const entries = await app.operator.audit(scope.workspaceId);
  return entries
    .filter((entry) => requestId === undefined || entry.requestId === requestId)
    .map(({ action, actor, before, after, ...entry }) => ({
      ...{ action, actor, before, after },
      subject_type: entry.subjectType,
      subject_id: entry.subjectId,
      api_key_id: entry.apiKeyId,
      request_id: entry.requestId,
    }));
}

/** The answer of a request, and the audit entries that it makes. */
export async function audited(
  workspace: TestWorkspace,
  send: () => Test,
): Promise<{ readonly response: Response; readonly entries: StoredEntry[] }> {
  const requestId = randomUUID();
  const response = await send().set('X-Request-Id', requestId);
  return { response, entries: await entriesOf(workspace, requestId) };
}

/** Moves what happened to a ticket to an hour from now, as if the clock had been ahead. */
export async function pretendClockWasAhead({ app, scope }: TestWorkspace, ticketId: string): Promise<void> {
  await asAdmin(
    app.database,
    `UPDATE audit_entries SET at = now() + interval '1 hour' WHERE workspace_id = $1 AND subject_id = $2`,
    [scope.workspaceId, ticketId],
  );
}

/** Adds an entry of a moment in ISO 8601 to the trail of a workspace. */
export async function addOldEntry(
  database: TestDatabase,
  subdomain: string,
  { at, before, after }: { readonly at: string; readonly before: object; readonly after: object },
): Promise<void> {
  await asAdmin(
    database,
    `INSERT INTO audit_entries (workspace_id, at, id, actor, request_id, action, subject_type, subject_id, before, after)
     SELECT id, $2, gen_random_uuid(), 'test', 'r', 'ticket.updated', 'ticket', id, $3, $4
     FROM workspaces WHERE subdomain = $1`,
    [subdomain, at, before, after],
  );
}

/** Adds changes of ticket 2 to the trail of a workspace, a second apart, the last one at the start of the year 2025. */
export async function addOldEntries(
  database: TestDatabase,
  subdomain: string,
  count: number,
  key: string | null = null,
): Promise<void> {
  await asAdmin(
    database,
    `INSERT INTO audit_entries (workspace_id, at, id, api_key_id, actor, request_id, action, subject_type, subject_id, after)
     SELECT w.id, timestamptz '2025-01-01T00:00:00Z' - ($2 - n) * interval '1 second', gen_random_uuid(), $3::uuid,
       CASE WHEN $3::uuid IS NULL THEN 'test' END, 'r' || n, 'ticket.updated', 'ticket', t.id, jsonb_build_object('n', n)
     FROM workspaces w JOIN tickets t ON t.workspace_id = w.id AND t.number = 2 CROSS JOIN generate_series(1, $2) AS n
     WHERE w.subdomain = $1`,
    [subdomain, count, key],
  );
}
