import pg from 'pg';
import { PLACE, PLACED_AT_ONCE } from '../../../src/events/feed/event-feed.sql.js';
import { opening, PROFILES } from '../../../src/platform/tenancy/transactions/transaction-profiles.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});

/** Repeats the entry of the workspace's ticket: `count` older ones that have their positions, but for the last `waiting`. */
async function addEntries({ scope }: TestWorkspace, count: number, waiting = 0): Promise<void> {
  await asAdmin(
    app.database,
    `INSERT INTO audit_entries (workspace_id, at, id, actor, request_id, action, subject_type, subject_id, awaits_position)
     SELECT workspace_id, at - n * interval '1 ms', gen_random_uuid(), 'test', 'r', action, subject_type, subject_id, n <= $3::integer
     FROM audit_entries CROSS JOIN generate_series(1, $2::integer) AS n
     WHERE workspace_id = $1 AND action = 'ticket.created'`,
    [scope.workspaceId, count, waiting],
  );
}

/** How many rows of the trail one run of the statement reads. What it does is undone. */
async function rowsRead({ scope }: TestWorkspace): Promise<number> {
  const client = new pg.Client(app.database.serviceUrl);
  await client.connect();
  try {
    for (const text of opening(PROFILES.write, scope.workspaceId)) await client.query(text);
    await client.query({ name: PLACE.name, text: PLACE.text, values: [scope.workspaceId, PLACED_AT_ONCE] });
    const trail = `'audit_entries'::regclass`;
    const { rows } = await client.query<{ read: number }>(
      `SELECT (pg_stat_get_xact_tuples_fetched(${trail}) + pg_stat_get_xact_tuples_returned(${trail}))::integer AS read`,
    );
    return rows[0]?.read ?? 0;
  } finally {
    await client.query('ROLLBACK');
    await client.end();
  }
}

it('events get their positions without the others being read, also in a large workspace among small ones', async () => {
  for (let index = 0; index < 10; index++) {
    const small = await aWorkspace(app);
    await aTicket(small);
    // The statistics are made at a moment when many events wait.
    await addEntries(small, 300, 150);
  }
  const large = await aWorkspace(app);
  await aTicket(large);
  await app.operator.work(large.scope.workspaceId);
  await asAdmin(app.database, 'ANALYZE audit_entries');
  await addEntries(large, 20_000, 20);
  expect(await rowsRead(large)).toBeLessThan(500);
});
