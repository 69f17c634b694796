// The database of the newest release, upgraded to this version.
import { baseline, loadBaseline } from '../../support/baseline.js';
import { catalogueOf } from '../../support/catalogue.js';
import { Desk } from '../../support/servers/desk.js';
import { RunningProcess } from '../../support/servers/processes.js';
import { asAdmin, emptyDatabase, freshDatabase } from '../../support/test-database.js';

type Database = Awaited<ReturnType<typeof emptyDatabase>>;
const API = '/api/external/v2';

describe(`the database of version ${baseline.version}, upgraded to this one`, () => {
  let database: Database;
  let service: RunningProcess;
  let url = '';
  let key = '';

  beforeAll(async () => {
    database = await emptyDatabase();
    await loadBaseline(database);
    const desk = new Desk({ DATABASE_URL: database.serviceUrl, MIGRATION_DATABASE_URL: database.ownerUrl });
    await desk.output(['migrate']);
    key = (await desk.output(['keys', 'create', 'acme', '--name', 'test'])).trim();
    const env = { DATABASE_URL: database.serviceUrl, DEFAULT_WORKSPACE: 'acme', PORT: '0' };
    service = RunningProcess.start('main.js', [], { ...env, LOG_LEVEL: 'silent' });
    [, url = ''] = await service.printed(/ready at (http:\S+)/);
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' };
    const answer = await fetch(`${url}${API}${path}`, { ...init, headers });
    const text = (await answer.text()).replaceAll(url, 'http://desk.example');
    return { status: answer.status, body: JSON.parse(text) as object };
  };

  it('has what a new database has', async () => {
    const fresh = await freshDatabase();
    const wanted = await catalogueOf(fresh);
    await fresh.drop();
    expect(wanted.length).toBeGreaterThan(500);
    expect(await catalogueOf(database)).toEqual(wanted);
  });

  it.each(Object.keys(baseline.answers))('answers GET %s as the release did', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 200, body: baseline.answers[path] });
  });

  it('goes on with the numbers, the events and the search of the release', async () => {
    const before = baseline.answers['/tickets?page_size=50'] as { tickets: { number: number }[] };
    const ticket = { email: 'ada@customer.example', subject: 'After the upgrade', description: 'Zanzibar' };
    const raised = await ask('/tickets', { method: 'POST', body: JSON.stringify(ticket) });
    const number = Math.max(...before.tickets.map((one) => one.number)) + 1;
    expect(raised).toMatchObject({ status: 201, body: { ticket: { number } } });
    const changed = await ask('/tickets/2', { method: 'PUT', body: JSON.stringify({ priority: 'low' }) });
    expect(changed.status).toBe(200);
    const found = await ask('/tickets?q=zanzibar');
    expect(found.body).toMatchObject({ tickets: [{ number }], pagination: { total_records: 1 } });
    const { next_after: after } = baseline.answers['/events?page_size=100'] as { next_after: number };
    const { body } = await ask(`/events?after=${after}`);
    expect(body).toMatchObject({ events: [{ type: 'ticket.created' }, { type: 'ticket.updated' }] });
  });
});

describe('a change of the schema that no migration makes', () => {
  it.each([
    'ALTER TABLE tickets ADD COLUMN mood text',
    'ALTER TABLE tickets ALTER COLUMN subject DROP NOT NULL',
    'ALTER TABLE tickets NO FORCE ROW LEVEL SECURITY',
    'GRANT DELETE ON workspaces TO PUBLIC',
    'CREATE INDEX moods ON tickets (subject)',
    'CREATE FUNCTION mood() RETURNS text LANGUAGE sql AS $$ SELECT 1 $$',
  ])('is seen: %s', async (statement) => {
    const database = await freshDatabase();
    const before = await catalogueOf(database);
    await asAdmin(database, statement);
    expect(await catalogueOf(database)).not.toEqual(before);
    await database.drop();
  });
});
