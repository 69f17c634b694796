import pg from 'pg';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { Desk } from '../support/servers/desk.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { MOVING } from '../../src/platform/database/citus/distribution.js';
import { asAdmin, askEveryServer, onWorker, testDatabase, workerPorts } from '../support/test-database.js';
import { askWorkers, databaseOf, withLines } from './support.js';

const database = testDatabase();
const env = { DATABASE_URL: database.serviceUrl, MIGRATION_DATABASE_URL: database.ownerUrl };
const admin = new Desk({ ...env, MIGRATION_DATABASE_URL: database.adminUrl, DATABASE_ENGINE: 'citus' });
const owner = new Desk({ ...env, DATABASE_ENGINE: 'citus' });
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

const nodeOf = async ({ subdomain }: TestWorkspace) =>
  (await owner.json<{ node: string }>(['workspace', 'show', subdomain, '--json'])).node;

const otherNode = (node: string) =>
  workerPorts()
    .map((port) => `127.0.0.1:${port}`)
    .find((name) => name !== node) ?? '';

describe('desk distribute', () => {
  it('has nothing to do a second time', async () => {
    expect(await admin.run(['distribute'])).toMatchObject({
      status: 0,
      stderr: 'The tables are distributed already.\n',
    });
  });

  it('says that it could not check who may log in to workers when it is run by the owner', async () => {
    const { status, stderr } = await owner.run(['distribute']);
    expect(status).toBe(0);
    for (const port of workerPorts())
      expect(stderr).toContain(
        `pg_hba.conf of the worker 127.0.0.1:${port} was not checked: only a superuser can read it.`,
      );
  });

  it.each([
    ['everybody', 'host all all all scram-sha-256', 'all'],
    [
      'a network',
      'host support_desk desk_service 10.0.0.0/28 scram-sha-256',
      '10.0.0.0 (mask 255.255.255.240)',
    ],
    ['what is near', 'host all all samenet trust', 'samenet'],
    ['a group', 'host all +all_desks 2001:db8::/64 scram-sha-256', '2001:db8:: (mask ffff:ffff:ffff:ffff::)'],
  ])('is refused while a worker lets the role of the service in from %s', async (_, line, from) => {
    for (const text of ['CREATE ROLE all_desks', 'GRANT all_desks TO desk_service'])
      await asAdmin(database, text);
    const [port = 0] = workerPorts();
    const close = await withLines(port, [line]);
    try {
      const { status, stderr } = await admin.run(['distribute']);
      expect({ status, stderr }).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(
          /^Line \d+ of pg_hba.conf on the worker 127\.0\.0\.1:\d+ lets/,
        ) as string,
      });
      expect(stderr).toContain(`the role "desk_service" in from outside of the cluster: ${from}.`);
    } finally {
      await close();
      await asAdmin(database, 'DROP ROLE all_desks');
    }
  });

  it('takes the addresses of the cluster that it is told, and what comes after a refusal of everybody', async () => {
    const [port = 0] = workerPorts();
    const network = 'host all desk_service 10.0.0.0/28 scram-sha-256';
    const close = await withLines(port, [
      network,
      'host all desk_service all reject',
      'host all all all md5',
    ]);
    try {
      const args = ['distribute', '--network', '10.0.0.0/28'];
      expect(await admin.run(args)).toMatchObject({ status: 0 });
      expect(await admin.run(['distribute', '--network', '10.0.0.0/29'])).toMatchObject({ status: 1 });
      const wrong = await admin.run(['distribute', '--network', '10.0.0/28']);
      expect(wrong.stderr).toMatch(/^--network must be addresses like 10\.0\.0\.0\/28/);
    } finally {
      await close();
    }
  });

  it('prints what it would do to a new table of workspaces, and does nothing', async () => {
    await asAdmin(
      database,
      'SET LOCAL ROLE desk_owner; CREATE TABLE newcomers (workspace_id uuid NOT NULL PRIMARY KEY)',
    );
    try {
      expect(await owner.output(['distribute', '--dry-run'])).toContain(
        "SELECT create_distributed_table('newcomers', 'workspace_id', colocate_with => '",
      );
      const rows = await asAdmin(database, `SELECT FROM citus_tables WHERE table_name::text = 'newcomers'`);
      expect(rows).toEqual([]);
    } finally {
      await asAdmin(database, 'DROP TABLE newcomers');
    }
  });

  it('needs the owner, and a coordinator', async () => {
    const service = new Desk({ DATABASE_URL: database.serviceUrl, DATABASE_ENGINE: 'citus' });
    expect((await service.run(['distribute'])).stderr).toMatch(/^MIGRATION_DATABASE_URL is needed/);
    const plain = databaseOf(database.ownerUrl, 'postgres');
    const elsewhere = new Desk({ ...env, MIGRATION_DATABASE_URL: plain });
    expect(await elsewhere.run(['distribute'])).toMatchObject({ status: 1 });
  });
});

describe('desk move', () => {
  it('moves a workspace to another worker while it is used, and no request fails', async () => {
    const acme = await aWorkspace(app);
    for (let count = 0; count < 5; count++) await aTicket(acme, { tags: ['all'] });
    const [from, statuses] = [await nodeOf(acme), new Set<number>()];
    let isOver = false;
    const work = Promise.all(
      [1, 2, 3, 4].map(async (number) => {
        let subject = '';
        while (!isOver) {
          const got = await acme.client.get(`/tickets/${number}`);
          statuses.add(got.status);
          subject = `A subject of ${Date.now()}`;
          const put = await acme.client.put(`/tickets/${number}`, { subject });
          statuses.add(put.status);
        }
        return [number, subject];
      }),
    );
    const { status, stderr } = await admin.run(['move', acme.subdomain, '--to', otherNode(from)]);
    isOver = true;
    const written = await work;
    expect({ status, stderr }).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/ is on .* now\. Its writes waited for at most \d+\.\d s\.\n$/) as string,
    });
    expect([...statuses]).toEqual([200]);
    expect(await nodeOf(acme)).toBe(otherNode(from));
    const { body } = await acme.client.get('/tickets?tags=all');
    expect(body.tickets).toHaveLength(5);
    const kept = (body.tickets as { number: number; subject: string }[]).map((one) => [
      one.number,
      one.subject,
    ]);
    expect(kept).toEqual(expect.arrayContaining(written));
    expect((await aTicket(acme)).number).toBe(6);
    const free = 'SELECT relname FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity';
    expect(await askEveryServer(database, free)).toEqual([]);
  });

  it('is refused while another workspace is moved', async () => {
    const acme = await aWorkspace(app);
    const mover = new pg.Client({ connectionString: database.adminUrl });
    await mover.connect();
    await mover.query(`SELECT pg_advisory_lock(${MOVING})`);
    const { status, stderr } = await admin.run([
      ...['move', acme.subdomain],
      ...['--to', otherNode(await nodeOf(acme))],
    ]);
    await mover.end();
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'Another workspace is being moved: try again later.\n',
    });
  });

  it('leaves a workspace where it is when it is there already', async () => {
    const acme = await aWorkspace(app);
    const { stderr } = await admin.run(['move', acme.subdomain, '--to', await nodeOf(acme)]);
    expect(stderr).toMatch(/ already\.\n$/);
  });

  it('is refused to a role from which row-level security hides rows, because these would be lost', async () => {
    const acme = await aWorkspace(app);
    const ticket = await aTicket(acme);
    const { status, stderr } = await owner.run([
      'move',
      acme.subdomain,
      '--to',
      otherNode(await nodeOf(acme)),
    ]);
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Only a superuser can move a workspace/) as string,
    });
    expect((await acme.client.get(`/tickets/${ticket.number}`)).status).toBe(200);
  });

  it('is refused to what is no worker', async () => {
    const acme = await aWorkspace(app);
    const { status, stderr } = await admin.run(['move', acme.subdomain, '--to', 'elsewhere:1']);
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The cluster has no worker "elsewhere:1".') as string,
    });
  });
});

describe('the walls on the shards', () => {
  /** Runs statements on the worker itself, as the service's role. @returns the rows of the last one */
  const asService = async (port: number, text: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: onWorker(port, database.serviceUrl) });
    await client.connect();
    try {
      return [(await client.query(text)) as unknown as pg.QueryResult[]].flat().at(-1)?.rows ?? [];
    } finally {
      await client.end();
    }
  };

  it('show no row without the setting, and with it those of the workspace only', async () => {
    const [acme, globex] = [await aWorkspace(app), await aWorkspace(app)];
    for (const workspace of [acme, globex]) await aTicket(workspace);
    const shards = await askWorkers<string>(
      `SELECT string_agg(format('SELECT workspace_id FROM %s_%s', logicalrelid, shardid), ' UNION ALL ')
       FROM pg_dist_shard JOIN pg_dist_placement USING (shardid)
       WHERE logicalrelid = 'tickets'::regclass AND groupid = (SELECT groupid FROM pg_dist_local_group)`,
    );
    const seen: unknown[] = [];
    for (const [index, port] of workerPorts().entries()) {
      const all = shards[index] ?? '';
      expect(await asService(port, all)).toEqual([]);
      seen.push(
        ...(await asService(port, `BEGIN; SET LOCAL app.workspace_id = '${acme.scope.workspaceId}'; ${all}`)),
      );
    }
    expect(seen).toEqual([{ workspace_id: acme.scope.workspaceId }]);
  });

  it('refuse a row of another workspace', async () => {
    const acme = await aWorkspace(app);
    const client = new pg.Client({ connectionString: database.serviceUrl });
    await client.connect();
    try {
      await client.query(`BEGIN; SET LOCAL citus.propagate_set_commands = 'local'`);
      await client.query(`SET LOCAL app.workspace_id = '00000000-0000-4000-8000-000000000000'`);
      const foreign = client.query(
        `INSERT INTO groups (workspace_id, id, name) VALUES ('${acme.scope.workspaceId}', gen_random_uuid(), 'Foreign')`,
      );
      await expect(foreign).rejects.toThrow(/violates row-level security policy/);
    } finally {
      await client.end();
    }
  });
});
