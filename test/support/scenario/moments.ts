import { aTicket, type TestWorkspace } from '../data/builders.js';
import { advance, passedOf, WITH_CLOCK } from '../data/moments.js';
import { startTestApp } from '../test-app.js';
import { asAdmin } from '../test-database.js';
import { until } from '../until.js';

const SOON_MS = 400;
const soon = () => new Date(Date.now() + SOON_MS).toISOString();

/** Dates of tickets pass, are moved and are taken away; one of them cannot be told of. */
export async function exerciseMoments(workspace: TestWorkspace): Promise<void> {
  const { client, app, scope } = workspace;
  const { number } = await aTicket(workspace, { status: 'on_hold' });
  await client.put(`/tickets/${number}`, { follow_up_at: soon(), resolution_due_date: soon() });
  await until(async () => (await passedOf(workspace, number)).length === 2);
  await client.put(`/tickets/${number}`, { follow_up_at: '2099-01-01T00:00:00Z' });
  await client.get(`/tickets/${number}?include=follow_up`);
  await client.put(`/tickets/${number}`, { status: 'closed' });
  for (const query of ['follow_up=due', 'follow_up=none', 'overdue=true', 'sort=follow_up_at'])
    await client.get(`/tickets?${query}`);
  await exerciseFailure(workspace);
  const other = await startTestApp({ database: app.database, ...WITH_CLOCK });
  try {
    await advance(other, 'PT0S');
  } finally {
    await other.stop();
  }
  await app.operator.work(scope.workspaceId);
}

/** Lets a date fail. One that passes before it can fail is followed by another one. */
async function exerciseFailure(workspace: TestWorkspace): Promise<void> {
  while (!(await hasFailed(workspace)));
}

/** Nothing can be written about a ticket whose last change is at the end of all time. It is taken away afterwards. */
async function hasFailed(workspace: TestWorkspace): Promise<boolean> {
  const { app, scope } = workspace;
  const { id } = await aTicket(workspace, { follow_up_at: soon() });
  const ask = <Row extends object>(text: string) => asAdmin<Row>(app.database, text, [scope.workspaceId, id]);
  await ask(
    `UPDATE tickets SET updated_at = '294276-12-31T23:59:59.999Z' WHERE workspace_id = $1 AND id = $2`,
  );
  const waiting = () =>
    ask<{ failures: number }>('SELECT failures FROM moments WHERE workspace_id = $1 AND ticket_id = $2');
  await until(async () => (await waiting())[0]?.failures !== 0);
  const isFailed = (await waiting()).length > 0;
  await ask('DELETE FROM tickets WHERE workspace_id = $1 AND id = $2');
  return isFailed;
}
