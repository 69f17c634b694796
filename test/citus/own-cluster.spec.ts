import pg from 'pg';
import { shardedFunctions } from '../../src/app/schema/migrations.js';
import { refuseUnsuitableCluster } from '../../src/platform/database/citus/cluster-check.js';
import { distribute } from '../../src/platform/database/citus/distribution.js';
import { nodeOf } from '../../src/platform/database/citus/placement.js';
import { askedOn } from '../../src/platform/database/role-check.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { Desk } from '../support/servers/desk.js';
import { databaseOn, OWNER, SERVICE } from '../support/servers/servers.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { runMigrations, startCluster, type Cluster } from './cluster.js';
import { countMoods, Moods1999999999999 } from './moods.migration.js';
import { expectAnswersInTime } from '../support/servers/answer-times.js';

let cluster: Cluster;
let app: TestApp;
let stop = (): Promise<void> => Promise.resolve();
let owner: pg.Client;

beforeAll(async () => {
  cluster = await startCluster(process.env['CITUS_PROGRAMS'] ?? '');
  owner = await connected(OWNER);
});
afterAll(async () => {
  await stop();
  await owner.end();
  await cluster.close();
});

async function connected(role: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: cluster.coordinator.urlOf(role) });
  await client.connect();
  return client;
}

/** What the start of the service says of the cluster. */
async function check(functions = shardedFunctions): Promise<void> {
  const client = await connected(SERVICE);
  await refuseUnsuitableCluster(client, functions).finally(() => client.end());
}

it('A database is distributed with "desk distribute", which may be repeated, and then served.', async () => {
  const { serviceUrl, ownerUrl } = databaseOn(cluster.coordinator);
  const env = { DATABASE_URL: serviceUrl, MIGRATION_DATABASE_URL: ownerUrl, DATABASE_ENGINE: 'citus' };
  const desk = new Desk(env);
  await expect(check()).rejects.toThrow('run "desk distribute"');
  expect((await desk.run(['distribute'])).stderr).toMatch(/The tables are distributed\.\n$/);
  expect((await desk.run(['distribute'])).stderr).toMatch(/The tables are distributed already\.\n$/);
  await check();
  app = await startTestApp({ database: databaseOn(cluster.coordinator) });
  stop = () => app.stop();
  await aTicket(await aWorkspace(app));
});

it('A later migration with a table of workspaces, links, a trigger and a column runs on shards, behind both walls.', async () => {
  const [acme, globex] = [await aWorkspace(app), await aWorkspace(app)];
  const [ticket, { workspaceId }] = [await aTicket(acme), acme.scope];
  await runMigrations(cluster.coordinator, [Moods1999999999999]);
  const functions = [...shardedFunctions, countMoods];
  await expect(check(functions)).rejects.toThrow(
    'The schema is not ready for its shards: run "desk distribute".',
  );
  await distribute(owner, functions);
  await check(functions);

  const feel = async (id: string, named: string): Promise<void> => {
    const client = await connected(SERVICE);
    try {
      await client.query(`BEGIN; SET LOCAL citus.propagate_set_commands = 'local'`);
      await client.query(`SET LOCAL app.workspace_id = '${named}'`);
      const mood = `INSERT INTO moods (workspace_id, id, ticket_id) VALUES ($1, $2, $3)`;
      await client.query(mood, [workspaceId, id, ticket.id]);
      await client.query('COMMIT');
    } finally {
      await client.end();
    }
  };
  await feel('00000000-0000-4000-8000-000000000001', workspaceId);
  const foreign = feel('00000000-0000-4000-8000-000000000002', globex.scope.workspaceId);
  await expect(foreign).rejects.toThrow(/violates row-level security policy/);
  const counted = `SELECT mood_count, (SELECT count(*)::integer FROM moods WHERE workspace_id = '${workspaceId}') AS moods
    FROM tickets WHERE workspace_id = '${workspaceId}'`;
  expect(await cluster.coordinator.ask(counted)).toEqual([{ mood_count: 1, moods: 1 }]);
});

/** A workspace whose rows are on the worker, with the tickets of a load. */
async function aWorkspaceOn(port: number): Promise<TestWorkspace> {
  for (let made = 0; made < 100; made++) {
    const workspace = await aWorkspace(app);
    if ((await nodeOf(askedOn(owner), workspace.scope.workspaceId)) !== `127.0.0.1:${port}`) continue;
    for (let count = 0; count < WRITERS; count++) await aTicket(workspace, { subject: '0' });
    return workspace;
  }
  throw new Error(`The cluster puts no workspace on port ${port}.`);
}

const WRITERS = 3;

/** Clients that read tickets, change them and add customers, until it is over. They note each answer. */
class Load {
  readonly statuses: number[] = [];
  /** The last subject of each ticket that was acknowledged. */
  readonly subjects = new Map<number, number>();
  /** The addresses of the customers that were acknowledged. */
  readonly addresses: string[] = [];
  private isOver = false;
  private readonly work: Promise<unknown>;

  constructor(private readonly workspace: TestWorkspace) {
    const writers = Array.from({ length: WRITERS }, (_, index) => this.write(index + 1));
    this.work = Promise.all([...writers, this.read(), this.add()]);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.work;
  }

  private async write(number: number): Promise<void> {
    for (let round = 1; !this.isOver; round++) {
      const status = await this.noted(() =>
        this.workspace.client.put(`/tickets/${number}`, { subject: String(round) }),
      );
      if (status === 200) this.subjects.set(number, round);
    }
  }

  private async read(): Promise<void> {
    while (!this.isOver) await this.noted(() => this.workspace.client.get('/tickets'));
  }

  private async add(): Promise<void> {
    for (let round = 1; !this.isOver; round++) {
      const address = `customer-${round}@load.example`;
      const status = await this.noted(() =>
        this.workspace.client.post('/customers', { customer: { emails: [address] } }),
      );
      if (status === 200) this.addresses.push(address);
    }
  }

  private async noted(send: () => PromiseLike<{ status: number }>): Promise<number> {
    const { status } = await send();
    this.statuses.push(status);
    return status;
  }
}

const answersOf = async (load: Load, count: number) => {
  const end = load.statuses.length + count;
  await until(() => load.statuses.length >= end);
};

it('A worker that is killed under load takes its own workspaces away, and nothing that was acknowledged.', async () => {
  const [lost, other] = cluster.workers;
  if (!lost || !other) throw new Error('The cluster has too few workers.');
  const [hit, spared] = [await aWorkspaceOn(lost.port), await aWorkspaceOn(other.port)];
  const [onLost, onOther] = [new Load(hit), new Load(spared)];
  await answersOf(onLost, 50);

  await lost.stop('SIGKILL');
  const before = onLost.statuses.length;
  await answersOf(onLost, 30);
  await answersOf(onOther, 100);
  const away = onLost.statuses.slice(before + WRITERS + 2);
  expect(new Set(away)).toEqual(new Set([503]));
  await expectAnswersInTime(app);

  await lost.start();
  await until(async () => (await hit.client.get('/tickets/1')).status === 200);
  await answersOf(onLost, 50);
  await Promise.all([onLost.end(), onOther.end()]);
  expect(new Set(onOther.statuses)).toEqual(new Set([200]));
  await expectAnswersInTime(app);
  expect(new Set(onLost.statuses)).toEqual(new Set([200, 503]));

  for (const [workspace, load] of [
    [hit, onLost],
    [spared, onOther],
  ] as const) {
    expect(load.addresses.length).toBeGreaterThan(0);
    for (const [number, round] of load.subjects) {
      const { body } = await workspace.client.get(`/tickets/${number}`);
      // A change that was answered with 503 may have been made.
      expect(Number(body.ticket.subject)).toBeGreaterThanOrEqual(round);
    }
    const rows = await cluster.coordinator.ask<{ email: string }>(
      `SELECT email FROM customer_emails WHERE workspace_id = '${workspace.scope.workspaceId}'`,
    );
    const kept = rows.map(({ email }) => email);
    expect(load.addresses.filter((address) => !kept.includes(address))).toEqual([]);
  }
});
