import { aTicket, type TestWorkspace } from '../data/builders.js';
import { quiet, startTestApp } from '../test-app.js';
import { asAdmin } from '../test-database.js';

/** The reports pass over an event that they cannot read. */
export async function exerciseBadEvent(workspace: TestWorkspace): Promise<void> {
  const { app, scope } = workspace;
  await quiet(async () => {
    const { id } = await aTicket(workspace);
    await asAdmin(
      app.database,
      `UPDATE audit_entries SET counted = '{"no": "list"}' WHERE workspace_id = $1 AND subject_id = $2`,
      [scope.workspaceId, id],
    );
  });
  await app.operator.work(scope.workspaceId);
}

/** The memory of answers has no space for another one. */
export async function exerciseFullMemory({ app, client }: TestWorkspace): Promise<void> {
  const other = await startTestApp({ database: app.database, idempotencyQuotaBytes: 1 });
  try {
    const customer = { emails: ['not.kept@customer.example'] };
    await client.at(other).post('/customers', { customer }).set('Idempotency-Key', 'full');
  } finally {
    await other.stop();
  }
}
