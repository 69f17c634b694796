import { randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
import type { TestWorkspace } from './builders.js';
import { asAdmin } from './test-database.js';

/** An entry of the audit trail as its row holds it. */
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
export async function entriesOf(
  { app, scope }: TestWorkspace,
  requestId: string | null = null,
): Promise<StoredEntry[]> {
  return asAdmin<StoredEntry>(
    app.database,
    `SELECT action, subject_type, subject_id, api_key_id, actor, request_id, before, after FROM audit_entries
     WHERE workspace_id = $1 AND ($2::text IS NULL OR request_id = $2) ORDER BY at, id`,
    [scope.workspaceId, requestId],
  );
}

/** What a request answers, and the entries that it leaves. */
export async function audited(
  workspace: TestWorkspace,
  send: () => Test,
): Promise<{ readonly response: Response; readonly entries: StoredEntry[] }> {
  const requestId = randomUUID();
  const response = await send().set('X-Request-Id', requestId);
  return { response, entries: await entriesOf(workspace, requestId) };
}
