import { randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
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
