import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { Desk } from '../../support/servers/desk.js';
import { RunningProcess, temporaryFolder } from '../../support/servers/processes.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const LINES = 3_000;
const CUSTOMERS = 700;
const KILLS = 3;

const app = useDesk({ hasOwnDatabase: true });
let workspace: TestWorkspace;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  workspace = await aWorkspace(app, { fields: [{ name: 'Seats', kind: 'integer' }] });
  folder = await temporaryFolder();
});
afterAll(async () => {
  await folder.remove();
});

const ticketOf = (line: number) => ({
  email: `c${line % CUSTOMERS}@customer.example`,
  name: `Customer ${line % CUSTOMERS}`,
  subject: `Ticket ${line}`,
  description: `<p>${'Words. '.repeat(line % 90)}</p>`,
  tags: [`tag-${line % 7}`, 'all'],
  ticket_fields: { Seats: line },
  created_at: new Date(Date.UTC(2024, 0, 1, 0, line)).toISOString(),
  external_id: `X-${line}`,
  source: 'other',
});

const ask = <Row extends object>(text: string): Promise<Row[]> =>
  asAdmin<Row>(app.database, text, [workspace.scope.workspaceId]);

const numberOfTickets = async (): Promise<number> => {
  const [found] = await ask<{ count: number }>('SELECT count(*)::int FROM tickets WHERE workspace_id = $1');
  return found?.count ?? 0;
};

/** The connections of imports. PostgreSQL may still do, and keep, what a killed process has sent. */
const ofImports = () =>
  asAdmin(
    app.database,
    `SELECT application_name, state, query FROM pg_stat_activity
     WHERE datname = current_database() AND application_name IN ('support-desk import tickets', 'support-desk bulk')`,
  );

/** Kills an import once it has gone some way beyond what was there, at whatever it is doing then. */
async function importAndKill(file: string, tickets: number): Promise<void> {
  const args = ['import', 'tickets', workspace.subdomain, file];
  const running = RunningProcess.start('cli.js', args, { DATABASE_URL: app.database.serviceUrl });
  const isOver = { value: false };
  void running.ended.then(() => (isOver.value = true));
  await until(async () => isOver.value || (await numberOfTickets()) >= tickets);
  // At whatever it is doing then.
  await sleep(Math.random() * 60);
  running.signal('SIGKILL');
  await running.ended;
  await until(async () => (await ofImports()).length === 0, 60, ofImports);
}

it('an import that is killed again and again and started once more holds every line once, in order', async () => {
  const file = join(folder.path, 'tickets.ndjson');
  const expected = Array.from({ length: LINES }, (_, index) => ticketOf(index + 1));
  await writeFile(file, expected.map((ticket) => `${JSON.stringify(ticket)}\n`).join(''));
  for (let kill = 0; kill < KILLS; kill++) await importAndKill(file, kill * 1_000);

  const before = await numberOfTickets();
  const { status, stderr } = await Desk.on(app.database).run([
    'import',
    'tickets',
    workspace.subdomain,
    file,
  ]);
  expect(status).toBe(0);
  expect(stderr).toContain(`${LINES - before} imported, 0 updated, ${before} unchanged, 0 rejected`);

  const rows = await ask(
    `SELECT t.number, t.subject, t.description, t.tags, t.external_id, t.created_at, t.updated_at, a.email,
       (SELECT value::int FROM jsonb_each_text(t.field_values)) AS seats,
       (SELECT count(*)::int FROM ticket_tag_index i WHERE i.workspace_id = $1 AND i.ticket_id = t.id) AS tags_found,
       (SELECT count(*)::int FROM ticket_value_index i WHERE i.workspace_id = $1 AND i.ticket_id = t.id) AS values_found
     FROM tickets t JOIN customer_emails a ON a.workspace_id = $1 AND a.customer_id = t.customer_id
     WHERE t.workspace_id = $1 ORDER BY t.number`,
  );
  expect(rows).toEqual(
    expected.map(({ subject, description, tags, external_id, created_at, email, ticket_fields }, index) => ({
      ...{ number: index + 1, subject, description, tags, external_id, email, seats: ticket_fields.Seats },
      ...{
        created_at: new Date(created_at),
        updated_at: new Date(created_at),
        tags_found: 2,
        values_found: 1,
      },
    })),
  );
  expect(await ask('SELECT id FROM customers WHERE workspace_id = $1')).toHaveLength(CUSTOMERS);
  const { body } = await workspace.client.get('/tickets?page_size=1');
  expect(body).toMatchObject({ pagination: { total_records: LINES } });
});
