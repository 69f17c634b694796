// A migration with transactions of its own that does not get a lock in time.
import pg from 'pg';
import { migrate } from '../../../src/app/schema/migrator.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const app = useDesk({ hasOwnDatabase: true });
let desk: TestWorkspace;
let ticketId: string;

beforeAll(async () => {
  desk = await aWorkspace(app);
  const { body } = await desk.client.post('/tickets', {
    ...{ email: 'john@customer.example', subject: 'Help', description: 'Please' },
    ...{ cc: ['jane@customer.example'], resolution_due_date: '2099-01-01T00:00:00Z' },
  });
  ticketId = body.ticket.id as string;
});

/** Whether a migration waits for a lock now. */
async function isHeldUp(): Promise<boolean> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND application_name = 'support-desk migration'`;
  return (await asAdmin(app.database, waiting)).length > 0;
}

/** Does work while another transaction adds the row that the migration wants to add, and then gives it up. */
async function besideRow(table: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client(app.database.adminUrl);
  await client.connect();
  try {
    const keys = [desk.scope.workspaceId, ticketId];
    const where = `FROM ${table} WHERE workspace_id = $1 AND ticket_id = $2`;
    const { rows } = await client.query<object>(`SELECT * ${where}`, keys);
    expect(rows).toHaveLength(1);
    await client.query(`DELETE ${where}`, keys);
    await client.query('BEGIN');
    await client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`, rows);
    await work();
    await client.query('ROLLBACK');
  } finally {
    await client.end();
  }
}

it.each([
  ['DueMoments1764200033000', 'moments'],
  ['KnownTicketParticipants1764300002000', 'ticket_participant_index'],
])('%s is run again, and does its work', async (name, table) => {
  await asAdmin(app.database, 'DELETE FROM schema_migrations WHERE name = $1', [name]);
  const { ownerUrl, serviceUrl } = app.database;
  let migrating: Promise<string[]> | undefined;
  await besideRow(table, async () => {
    migrating = migrate(ownerUrl, serviceUrl);
    migrating.catch(() => undefined);
    await until(isHeldUp);
    await until(async () => !(await isHeldUp()));
  });
  expect(await migrating).toEqual([name]);
  const ours = `SELECT FROM ${table} WHERE workspace_id = $1 AND ticket_id = $2`;
  expect(await asAdmin(app.database, ours, [desk.scope.workspaceId, ticketId])).toHaveLength(1);
});
