import { DataSource } from 'typeorm';
import type { Pool } from 'pg';
import { poolOf } from '../../../src/platform/database/pg-internals.js';
import { sharingLane, tenantStatement, type Statement } from '../../../src/platform/tenancy/statement.js';
import { TenantDatabase } from '../../../src/platform/tenancy/tenant-database.js';
import type { TenantScope } from '../../../src/platform/tenancy/tenant-scope.js';
import { aWorkspace } from '../../support/data/builders.js';
import { TcpProxy } from '../../support/fakes/tcp-proxy.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';
import { asAdmin, testDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { size } from '../../support/sizes.js';
import { quiet } from '../../support/test-app.js';

const WORKSPACES = 50;
const READS = size({ here: 2_000, long: 10_000 });

const reading = (name: string, shown: string): Statement =>
  sharingLane(tenantStatement(`test.${name}`, `SELECT ${shown} AS name FROM groups WHERE workspace_id = $1`));
const NAME = reading('lane_name', 'name');
const WRONG = reading('lane_wrong', "(1 / length(replace(name, name, '')))::text");
const CUT = reading('lane_cut', 'lower(name)');
const SILENT = reading('lane_silent', 'upper(lower(name))');
/** Not as long as a lane waits. */
const ENDED = reading('lane_ended', "name || coalesce(pg_sleep(0.4)::text, '')");
/** Longer than a lane waits. */
const SLOW = reading('lane_slow', "coalesce(pg_sleep(1)::text, '') || name");

let proxy: TcpProxy;
let app: LocalApp;
let pool: Pool;
let scopes: TenantScope[];

beforeAll(async () => {
  const database = testDatabase();
  const through = await TcpProxy.to(database.serviceUrl);
  proxy = through.proxy;
  app = await startLocalApp({ database: { ...database, serviceUrl: through.address }, hasRounds: false });
  pool = poolOf(app.app.get(DataSource));
  scopes = [];
  for (let count = 0; count < WORKSPACES; count++) {
    const { scope } = await aWorkspace(app);
    scopes.push(scope);
    await asAdmin(
      app.database,
      `INSERT INTO groups (workspace_id, id, name) VALUES ($1::uuid, gen_random_uuid(), $1::text)`,
      [scope.workspaceId],
    );
  }
});
afterAll(async () => {
  await app.stop();
  proxy.close();
});
beforeEach(() => laneIsOpen());

const read = async (scope: TenantScope, statement = NAME): Promise<unknown> =>
  (await app.app.get(TenantDatabase).read(scope, statement, [scope.workspaceId])).rows;

/** Every workspace shows its own row. */
const expectOwnRows = async (): Promise<void> => {
  const all = await Promise.all(scopes.map((scope) => read(scope)));
  expect(all).toEqual(scopes.map(({ workspaceId }) => [{ name: workspaceId }]));
};

/** The process that answered the newest read of a statement. */
async function processOf({ text }: Statement): Promise<number | undefined> {
  const [found] = await asAdmin<{ pid: number }>(
    app.database,
    `SELECT pid FROM pg_stat_activity WHERE query = $1 ORDER BY query_start DESC LIMIT 1`,
    [text],
  );
  return found?.pid;
}

/** Counts how many connections of the pool are taken meanwhile. */
async function takenDuring(work: () => Promise<unknown>): Promise<number> {
  let taken = 0;
  const count = (): void => {
    taken++;
  };
  pool.on('acquire', count);
  await work();
  pool.off('acquire', count);
  return taken;
}

/** The lane opens after the first read, and some time after it was given up. */
const laneIsOpen = (): Promise<void> => until(async () => (await takenDuring(expectOwnRows)) < WORKSPACES);

it(`answers ${READS} reads of 50 workspaces on one connection, each with the rows of its own workspace`, async () => {
  // The lane is given up while a machine is busy, and its reads take connections then. So this waits for a time when it is not.
  await until(async () => {
    await laneIsOpen();
    // Jobs take connections of the pool.
    const taken = await quiet(() =>
      takenDuring(async () => {
        for (let wave = 0; wave < READS / WORKSPACES; wave++) await expectOwnRows();
      }),
    );
    return taken < 200;
  });
});

it('reads on connections of the pool when more reads come than it takes', async () => {
  const many = Array.from({ length: 4 }, () => scopes).flat();
  const all = await Promise.all(many.map((scope) => read(scope)));
  expect(all).toEqual(many.map(({ workspaceId }) => [{ name: workspaceId }]));
});

it('tells the error of one read to its caller, and answers the others', async () => {
  const [scope] = scopes as [TenantScope];
  const [wrong] = await Promise.allSettled([read(scope, WRONG), expectOwnRows()]);
  expect(wrong).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringMatching(/division by zero/) as string },
  });
  await expectOwnRows();
});

it('gives up a read that takes long, which is repeated on a connection of its own', async () => {
  const [scope] = scopes as [TenantScope];
  const order: string[] = [];
  await Promise.all([
    read(scope, SLOW).then((rows) => order.push(`slow: ${JSON.stringify(rows)}`)),
    expectOwnRows().then(() => order.push('neighbours')),
  ]);
  expect(order).toEqual(['neighbours', `slow: ${JSON.stringify([{ name: scope.workspaceId }])}`]);
});

it('loses no read when its process is ended', async () => {
  const [scope] = scopes as [TenantScope];
  const waiting = Promise.allSettled([read(scope, ENDED), expectOwnRows()]);
  await until(async () => {
    const pid = await processOf(ENDED);
    if (pid !== undefined) await asAdmin(app.database, 'SELECT pg_terminate_backend($1)', [pid]);
    return pid !== undefined;
  });
  expect((await waiting).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
});

it('loses no read when its connection is cut in the middle of an answer', async () => {
  const [scope] = scopes as [TenantScope];
  proxy.cutAnswerTo(/test\.lane_cut/);
  const [cut] = await Promise.all([read(scope, CUT), expectOwnRows()]);
  expect(cut).toEqual([{ name: scope.workspaceId }]);
});

it('loses no read when it falls silent', async () => {
  const [scope] = scopes as [TenantScope];
  proxy.swallowRepliesAfter(/test\.lane_silent/);
  const waiting = [expectOwnRows(), read(scope, SILENT)];
  // The read that comes again uses another connection.
  await until(async () => (await processOf(SILENT)) !== undefined);
  proxy.swallowRepliesAfter(null);
  const [, silent] = await Promise.all(waiting);
  expect(silent).toEqual([{ name: scope.workspaceId.toUpperCase() }]);
});

it('keeps one connection at most in a process at rest', async () => {
  // A job may have another one for a moment.
  await until(() => pool.totalCount - pool.idleCount === 1);
});
