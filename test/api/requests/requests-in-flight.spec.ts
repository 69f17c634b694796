import pg from 'pg';
import { aKey, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { ApiClient } from '../../support/servers/api-client.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { askEveryServer } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const MAX_WAITING = 256;

let app: TestApp;
let acme: TestWorkspace;
let lock: pg.Client;

beforeAll(async () => {
  app = await startTestApp({ requestsInFlight: 2, poolSize: 20 });
  acme = await aWorkspace(app);
});

beforeEach(async () => {
  lock = new pg.Client({ connectionString: app.database.adminUrl });
  await lock.connect();
});

afterEach(() => lock.end());
afterAll(() => app.stop());

/** Begins so many requests, each of which waits for the table of tickets. */
function begin(client: ApiClient, requests: number): Promise<{ status: number; body: { code?: string } }>[] {
  return Array.from({ length: requests }, () => Promise.resolve(client.get('/tickets')));
}

const lockTickets = () => lock.query('BEGIN; LOCK TABLE tickets IN ACCESS EXCLUSIVE MODE');

/** How many lists wait for the table. A transaction would see the same activity again and again, so it is another connection. */
async function listsUnderWay(): Promise<number> {
  const { length } = await askEveryServer(
    app.database,
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'WITH waiting AS%'
       AND query NOT LIKE '%event_streams%'`,
  );
  return length;
}

it('Of one key, as many requests run as the setting says, and the others wait for them.', async () => {
  await lockTickets();
  const answers = begin(acme.client, 10);
  await until(async () => (await listsUnderWay()) === 2);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await listsUnderWay()).toBe(2);
  await lock.query('ROLLBACK');
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
});

it('Another key of the workspace does not wait for the first one.', async () => {
  const other = new ApiClient(app, acme.subdomain, await aKey(acme, 'other'));
  await lockTickets();
  const answers = begin(acme.client, 10);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await other.get('/forms')).status).toBe(200);
  await lock.query('ROLLBACK');
  await Promise.all(answers);
});

it('What waits longer than a request may is refused with 503, and takes no place afterwards.', async () => {
  await lockTickets();
  const answers = await Promise.all(begin(acme.client, 6));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  await lock.query('ROLLBACK');
  expect((await Promise.all(begin(acme.client, 6))).map(({ status }) => status)).toEqual(
    answers.map(() => 200),
  );
});

it('More than 256 do not wait: they are refused with 429 and Retry-After, and no other one is. [D-2-35]', async () => {
  await lockTickets();
  const answers = begin(acme.client, 2 + MAX_WAITING + 20);
  let answered = 0;
  for (const answer of answers) void answer.then(() => answered++);
  await until(() => answered === 20);
  const first = await Promise.race(answers);
  await lock.query('ROLLBACK');
  expect(first).toMatchObject({
    status: 429,
    headers: { 'retry-after': '1' },
    body: { code: 'too_many_requests_at_once' },
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  // On a slow machine, some of those that waited have no time left.
  expect(statuses.filter((status) => status === 200 || status === 503)).toHaveLength(2 + MAX_WAITING);
  expect(statuses).toContain(200);
});
