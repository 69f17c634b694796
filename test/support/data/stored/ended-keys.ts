import { asAdmin, type TestDatabase } from '../../test-database.js';

/** Lets a key end now, by the clock of the database. */
export async function endKey(database: TestDatabase, workspaceId: string, name: string): Promise<void> {
  const end = 'UPDATE api_keys SET expires_at = now() WHERE workspace_id = $1 AND name = $2';
  await asAdmin(database, end, [workspaceId, name]);
}
