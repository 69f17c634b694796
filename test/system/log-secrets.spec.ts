import { setTimeout as sleep } from 'node:timers/promises';
// The whole log of a service, at its most talkative, holds nothing of what its clients sent.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import supertest from 'supertest';
import { createApiKey } from '../../src/auth/api-key.js';
import { ApiClient } from '../support/servers/api-client.js';
import { aSession, PortalClient } from '../support/data/sessions.js';
import { aTicket, aWorkspace, type TestWorkspace, typoOf } from '../support/data/builders.js';
import { RunningProcess } from '../support/servers/processes.js';
import { RawConnection, requestHead } from '../support/servers/raw-http.js';
import { exerciseEverything } from '../support/scenario/everything.js';
import { BASE_DOMAIN, startTestApp, TEST_SECRETS_KEY, type TestApp } from '../support/test-app.js';
import { asAdmin, freshDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

const MANIFEST = {
  groups: [{ name: 'Support' }],
  categories: [{ name: 'Refund' }],
  team_members: [{ email: 'eve@team.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' }],
  fields: [
    { name: 'Country', kind: 'single_option', options: ['India', 'Germany'] },
    { name: 'Products', kind: 'multi_option', options: ['Desk', 'Chat'] },
    { name: 'Seats', kind: 'integer' },
  ],
};

/** A word that occurs nowhere else; what is sent with it in requests that fail. */
const SECRET = `secret${randomBytes(8).toString('hex')}`;
const ADDRESS = `${SECRET}@customer.example`;
const PHONE = '+49 30 5550199';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let builder: TestApp;
let service: RunningProcess;
let remote: TestApp;
let acme: TestWorkspace;
let globex: TestWorkspace;
/** Everything that was sent, or that is stored of it. */
const sent = new Set<string>([SECRET, ADDRESS, PHONE]);

beforeAll(async () => {
  database = await freshDatabase();
  builder = await startTestApp({ database });
  service = RunningProcess.start('main.js', [], {
    PORT: '0',
    DATABASE_URL: database.serviceUrl,
    SECRETS_KEY: TEST_SECRETS_KEY,
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    BASE_DOMAIN,
    LOG_LEVEL: 'trace',
    REQUEST_TIMEOUT: '1',
  });
  const [, url = ''] = await service.printed(/ready at (http:\S+)/);
  remote = { ...builder, url: url.replace('localhost', '127.0.0.1') };
  acme = throughProcess(await aWorkspace(builder, MANIFEST));
  globex = throughProcess(await aWorkspace(builder, MANIFEST));
  for (const address of [database.serviceUrl, database.ownerUrl, database.adminUrl]) {
    const { password } = new URL(address);
    if (password !== '') sent.add(decodeURIComponent(password));
  }
  sent.add(acme.key).add(globex.key);
});
afterAll(async () => {
  await service.stop();
  await builder.stop();
  await database.drop();
});

const throughProcess = (workspace: TestWorkspace): TestWorkspace => {
  const clientWith = (key: string | null) => new ApiClient(remote, workspace.subdomain, key);
  return {
    ...workspace,
    app: remote,
    clientWith,
    client: clientWith(workspace.key),
    stranger: clientWith(null),
  };
};

// @proves D-1-21
describe('the log of a service', () => {
  it('holds nothing of what clients and operators did there', async () => {
    await exerciseEverything(acme, MANIFEST);
    for (const text of await storedTexts()) sent.add(text);
    expect(sent.size).toBeGreaterThan(25);
    await settled();
    expectNothingOf(sent);
  });

  it('holds nothing of requests that were refused', async () => {
    const { client, stranger } = acme;
    const wrong = createApiKey();
    sent.add(wrong);
    const typo = typoOf(acme.key);
    sent.add(typo);
    const statuses = [
      await acme.clientWith(wrong).get(`/tickets?assignee_email=${ADDRESS}`),
      await acme.clientWith(typo).put('/tickets/1', { subject: SECRET }),
      await stranger.get('/tickets').set('Authorization', `Bearer ${globex.key}`),
      await stranger.get(`/tickets?api_key=${acme.key}`),
      await client.get(`/tickets?assignee_email=${ADDRESS}&tag=${SECRET}`),
      await client.get(`/tickets?customer_email=${SECRET}`),
      await client.get(`/tickets/${SECRET}`),
      await client.get(`/${ADDRESS}`),
      await client.get(`/tickets/%ff${SECRET}`),
      await new ApiClient(remote, SECRET, acme.key).get('/tickets'),
      await client.put('/tickets/1').set('Content-Type', 'application/json').send(`{"subject":${SECRET}`),
      await client
        .put('/tickets/1')
        .set('Content-Type', 'application/json')
        .send(`{"${SECRET}":1,"${SECRET}":2}`),
      await client.put('/tickets/1').set('Content-Type', `text/${SECRET}`).send(SECRET),
      await client.put('/tickets/1', { email: SECRET, [SECRET]: 1, ticket_fields: { [SECRET]: SECRET } }),
      await client.post('/customers', { customer: { emails: [ADDRESS, ADDRESS], phones: [PHONE, ''] } }),
      await client.put('/tickets/1', { description: SECRET.repeat(60_000) }),
      await client.delete('/team_members', { emails: [ADDRESS] }).set('Accept', 'application/json'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([
      401, 401, 401, 401, 200, 422, 404, 404, 400, 404, 400, 400, 415, 422, 422, 413, 422,
    ]);
    await settled();
    expectNothingOf(sent);
  });

  it('holds nothing of sessions of customers, also when a token stands in an address or in a wrong header', async () => {
    const { token, page } = await aSession(acme, { email: `ann.${ADDRESS}`, name: `Ann ${SECRET}` });
    sent.add(token);
    const { number } = (await page.post('/tickets', { subject: SECRET, description: SECRET })).body
      .ticket as { number: number };
    const unsigned = new PortalClient(remote, acme.subdomain, null);
    const statuses = [
      await page.get(`/tickets?q=${SECRET}`),
      await page.post(`/tickets/${number}/comments`, { content: SECRET, [SECRET]: 1 }),
      await page.get(`/attachments/${SECRET}`),
      await unsigned.get(`/tickets?token=${token}&access_token=${token}`),
      await unsigned.get('/tickets').set('X-Api-Key', token),
      await unsigned.get('/tickets').set('Authorization', `Bearer ${typoOf(token)}`),
      await acme.clientWith(token).get('/tickets'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 422, 404, 401, 401, 401, 401]);
    await settled();
    expectNothingOf(sent);
  });

  it('holds nothing of requests that never were', async () => {
    const key = `X-Api-Key: ${acme.key}`;
    const replies = await Promise.all(
      [
        `GET /${SECRET} HTTP/1.1\r\n${SECRET}\r\n\r\n`,
        requestHead(
          `GET /?key=${acme.key} HTTP/1.1`,
          acme.subdomain,
          key,
          `X-Filler: ${SECRET.repeat(1_000)}`,
        ),
        requestHead('PUT /api/external/v2/tickets/1 HTTP/1.1', SECRET, key, 'Content-Length: -1'),
        `GET /?email=${ADDRESS} HTTP/1.1\r\nHost: ${acme.subdomain}.${BASE_DOMAIN}\r\n${key}\r\n`,
        requestHead(
          'PUT /api/external/v2/tickets/1 HTTP/1.1',
          acme.subdomain,
          key,
          'Content-Type: application/json',
          'Content-Length: 500',
        ) + `{"subject":"${SECRET}"`,
      ].map(async (bytes) => {
        const connection = await RawConnection.to(remote.url);
        connection.send(bytes);
        const reply = await connection.reply();
        connection.close();
        return reply === 'closed' ? reply : reply.status;
      }),
    );
    expect(replies).toEqual([400, 431, 400, 408, 408]);
    await settled();
    expectNothingOf(sent);
  });

  it('holds nothing of requests that the database failed on, whatever it says about them', async () => {
    await aTicket(acme);
    await asAdmin(
      database,
      `CREATE FUNCTION quote_row() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'cannot store %', NEW USING DETAIL = NEW::text; END $$`,
    );
    await asAdmin(
      database,
      'CREATE TRIGGER quote_row BEFORE UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION quote_row()',
    );
    const quoted = await acme.client.put('/tickets/1', { subject: SECRET, description: ADDRESS });
    await asAdmin(database, 'DROP TRIGGER quote_row ON tickets');
    await asAdmin(
      database,
      `ALTER TABLE customers ADD CONSTRAINT no_secret CHECK (first_name IS DISTINCT FROM '${SECRET}')`,
    );
    const checked = await acme.client.post('/customers', {
      customer: { emails: [ADDRESS], phones: [PHONE], first_name: SECRET },
    });
    await asAdmin(database, 'ALTER TABLE tickets RENAME TO x_tickets');
    const missing = await acme.client.put('/tickets/1', { subject: SECRET });
    expect([quoted, checked, missing].map(({ status }) => status)).toEqual([500, 500, 500]);
    await closeDatabase();
    const away = await supertest(remote.url)
      .get(`/api/external/v2/tickets?assignee_email=${ADDRESS}`)
      .set({ Host: `${acme.subdomain}.${BASE_DOMAIN}`, 'X-Api-Key': acme.key });
    expect(away.status).toBe(503);
    const failures = () => logLines().filter(({ context }) => context === 'ErrorFilter');
    await until(() => failures().length === 4);
    await settled();
    expectNothingOf(sent);
    // What an operator needs is there all the same: which request, and which of PostgreSQL's errors.
    expect(failures().map(({ requestId }) => requestId)).toEqual(
      [quoted, checked, missing, away].map(
        ({ headers }) => (headers as Record<string, string>)['x-request-id'],
      ),
    );
    expect(failures().map(({ error }) => String(error))).toEqual([
      expect.stringMatching(/P0001[^]*\n +at /),
      expect.stringMatching(/no_secret[^]*\n +at /),
      expect.stringMatching(/42P01[^]*\n +at /),
      expect.anything(),
    ]);
  });

  it('has one line of JSON for every request, with its id, workspace and key', () => {
    const requests = logLines().filter(({ route }) => route !== undefined);
    expect(requests.length).toBeGreaterThan(50);
    for (const line of requests) {
      expect(Object.keys(line).filter((name) => !FIELDS.has(name))).toEqual([]);
      expect(line['requestId']).toMatch(/^[0-9a-f-]{36}$/);
    }
    const served = requests.filter(({ status }) => status === 200);
    const ids = [acme.scope.workspaceId];
    expect(served.filter(({ workspace }) => ids.includes(workspace as never)).length).toBeGreaterThan(30);
    for (const { workspace, key, route } of served) {
      expect(typeof workspace).toBe('string');
      // Visitors of forms have no key.
      expect(typeof key).toBe(String(route).startsWith('/forms/') ? 'undefined' : 'string');
    }
    expect(service.stderr).toBe('');
  });
});

const FIELDS = new Set('level time requestId method route status ms lastedMs workspace key msg'.split(' '));

/** The lines that have come whole. */
function logLines(): Record<string, unknown>[] {
  const lines = service.stdout.split('\n').filter((line) => /^\{.*\}$/.test(line));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Lines are written some at a time, after 250 ms at the latest. Nothing shows a line that is not written. */
async function settled(): Promise<void> {
  await sleep(600);
}

function expectNothingOf(texts: Iterable<string>): void {
  // The service's own warning of an old PostgreSQL has a word that is a tag, too.
  const log = (service.stdout + service.stderr).replaceAll('lacks security corrections', '');
  expect([...texts].filter((text) => log.includes(text) || log.includes(encodeURIComponent(text)))).toEqual(
    [],
  );
  expect(log.match(/[\w.+-]+@[\w-]+\.[\w.-]+/g)).toBeNull();
  expect(log.match(/desks?_[A-Za-z0-9]{20,}/g)).toBeNull();
}

/** Every text of people that the workspace holds; not what the service itself made: ids, dates, words of its own. */
async function storedTexts(): Promise<string[]> {
  const tables = [
    'tickets',
    'customers',
    'customer_emails',
    'customer_phones',
    'customer_links',
    'team_members',
  ];
  const texts: string[] = [];
  for (const table of [...tables, 'ticket_field_options', 'ticket_tag_index']) {
    const rows = await asAdmin<{ row: Record<string, unknown> }>(
      database,
      `SELECT to_jsonb(t) AS row FROM ${table} t WHERE workspace_id = $1`,
      [acme.scope.workspaceId],
    );
    const values = rows.flatMap(({ row }) => Object.values(row).flat());
    texts.push(...values.filter((value): value is string => typeof value === 'string'));
  }
  return [...new Set(texts)].filter(
    (text) => text.length > 6 && !/^[0-9a-f]{8}-|^\d{4}-\d\d-\d\d/.test(text),
  );
}

async function closeDatabase(): Promise<void> {
  const name = new URL(database.adminUrl).pathname.slice(1);
  const admin = new pg.Client({ connectionString: database.adminUrl.replace(`/${name}`, '/postgres') });
  await admin.connect();
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  await admin.end();
}
