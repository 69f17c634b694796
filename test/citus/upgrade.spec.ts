// A cluster of the newest release, upgraded to this version.
import pg from 'pg';
import { shardedFunctions } from '../../src/app/schema/migrations.js';
import { distribute } from '../../src/platform/database/citus/distribution.js';
import { baseline, loadBaseline } from '../support/baseline.js';
import { aTicket, aWorkspace } from '../support/data/builders.js';
import { aSession } from '../support/data/sessions.js';
import { ApiClient } from '../support/servers/api-client.js';
import { Desk } from '../support/servers/desk.js';
import { databaseOn, OWNER } from '../support/servers/servers.js';
import { BASE_DOMAIN, startTestApp, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { startCluster, type Cluster } from './cluster.js';

let cluster: Cluster;
let desk: Desk;
let app: TestApp;
let stop = (): Promise<void> => Promise.resolve();
let acme: ApiClient;

beforeAll(async () => {
  cluster = await startCluster(process.env['CITUS_PROGRAMS'] ?? '', [], (server) =>
    loadBaseline(databaseOn(server)),
  );
  const owner = new pg.Client({ connectionString: cluster.coordinator.urlOf(OWNER) });
  await owner.connect();
  await distribute(owner, shardedFunctions).finally(() => owner.end());
  const { serviceUrl, ownerUrl } = databaseOn(cluster.coordinator);
  const env = { DATABASE_URL: serviceUrl, MIGRATION_DATABASE_URL: ownerUrl, DATABASE_ENGINE: 'citus' };
  desk = new Desk(env);
});
afterAll(async () => {
  await stop();
  await cluster.close();
});

it('The migrations since the release run on distributed tables, and "desk distribute" makes the cluster ready.', async () => {
  await desk.output(['migrate']);
  expect((await desk.run(['distribute'])).stderr).toMatch(/The tables are distributed\.\n$/);
  expect((await desk.run(['distribute'])).stderr).toMatch(/The tables are distributed already\.\n$/);
  app = await startTestApp({ database: databaseOn(cluster.coordinator) });
  stop = () => app.stop();
  acme = new ApiClient(app, 'acme', (await desk.output(['keys', 'create', 'acme', '--name', 'test'])).trim());
});

it('The coordinator keeps no copy of the rows, and every server has all triggers and both walls.', async () => {
  const filled = 'SELECT logicalrelid FROM pg_dist_partition WHERE pg_relation_size(logicalrelid) > 0';
  expect(await cluster.coordinator.ask(filled)).toEqual([]);
  const open = `SELECT relname FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity
    UNION ALL SELECT tgname FROM pg_trigger WHERE tgenabled = 'D'`;
  for (const server of [cluster.coordinator, ...cluster.workers]) expect(await server.ask(open)).toEqual([]);
});

it.each(Object.keys(baseline.answers))('It answers GET %s as the release did.', async (path) => {
  const { status, text } = await acme.get(path);
  const body = JSON.parse(text.replaceAll(`http://acme.${BASE_DOMAIN}`, 'http://desk.example')) as object;
  expect({ status, body }).toMatchObject({ status: 200, body: baseline.answers[path] });
});

it('A participant sees its ticket by a session, which every process refuses after its end.', async () => {
  const workspace = await aWorkspace(app);
  const [one, other] = [
    await aTicket(workspace, { email: 'kim@customer.example' }),
    await aTicket(workspace, { email: 'lou@customer.example' }),
  ];
  await workspace.client.post(`/tickets/${one.number}/merge`, { into: other.number }).expect(200);
  const { id, page } = await aSession(workspace, { email: 'kim@customer.example' });
  await page.get(`/tickets/${other.number}`).expect(200);
  await workspace.client.delete(`/customer-sessions/${id}`).expect(204);
  await until(async () => (await page.get(`/tickets/${other.number}`)).status === 401);
});
