import pg from 'pg';
import { shardedFunctions } from '../../src/app/schema/migrations.js';
import { refuseUnsuitableCluster } from '../../src/platform/database/citus/cluster-check.js';
import { distribute, MOVING } from '../../src/platform/database/citus/distribution.js';
import { aWorkspace, aTicket } from '../support/data/builders.js';
import { RunningProcess } from '../support/servers/processes.js';
import { startTestApp } from '../support/test-app.js';
import { asAdmin, askEveryServer, testDatabase } from '../support/test-database.js';
import { askWorkers, databaseOf } from './support.js';

const database = testDatabase();

/** Checks the database as the service does at its start. */
async function check(change?: (text: string) => string, url = database.serviceUrl) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const send = client.query.bind(client) as (...all: unknown[]) => unknown;
  client.query = ((text: unknown, ...rest: unknown[]) =>
    send(typeof text === 'string' && change ? change(text) : text, ...rest)) as pg.Client['query'];
  try {
    await refuseUnsuitableCluster(client, shardedFunctions);
  } finally {
    await client.end();
  }
}

async function distributeAsOwner(): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await distribute(owner, shardedFunctions).finally(() => owner.end());
}

/** Runs the service as an operator does, until it ends by itself or listens. */
async function start(engine: string) {
  const service = RunningProcess.start('main.js', [], {
    DATABASE_URL: database.serviceUrl,
    DATABASE_ENGINE: engine,
    PORT: '0',
    LOG_LEVEL: 'silent',
  });
  const listening = service.printed(/http:\/\//).then(
    () => true,
    () => false,
  );
  if (await listening) {
    service.signal('SIGTERM');
    return { listens: true, ...(await service.ended) };
  }
  return { listens: false, ...(await service.ended) };
}

describe('the start on a cluster', () => {
  it('serves when the tables are distributed and every worker hides its rows', async () => {
    await expect(check()).resolves.toBeUndefined();
    expect((await start('citus')).listens).toBe(true);
  });

  it('is refused in one sentence when the operator has not said that it is one', async () => {
    const { listens, status, stderr } = await start('postgres');
    expect({ listens, status }).toEqual({ listens: false, status: 1 });
    expect(stderr.trim()).toBe('The tables of this database are distributed: set DATABASE_ENGINE=citus.');
  });

  it('is refused on a database that is no cluster', async () => {
    const plain = databaseOf(database.serviceUrl, 'postgres');
    await expect(check(undefined, plain)).rejects.toThrow(
      'DATABASE_ENGINE is citus, but the database has no extension citus.',
    );
  });

  it('is refused while a table of workspaces is not distributed, until it is', async () => {
    await asAdmin(
      database,
      `SET LOCAL ROLE desk_owner; CREATE TABLE newcomers (workspace_id uuid NOT NULL PRIMARY KEY);
       ALTER TABLE newcomers ENABLE ROW LEVEL SECURITY; GRANT SELECT ON newcomers TO desk_service`,
    );
    try {
      await expect(check()).rejects.toThrow(
        'The table "newcomers" is not distributed: run "desk distribute".',
      );
      await distributeAsOwner();
      await expect(check()).resolves.toBeUndefined();
    } finally {
      await asAdmin(database, 'DROP TABLE newcomers');
    }
  });

  it('is refused after a move that was ended in the middle, until the policies bind the owner again', async () => {
    const free = 'ALTER TABLE tickets NO FORCE ROW LEVEL SECURITY';
    await asAdmin(database, `SET LOCAL citus.enable_ddl_propagation = off; ${free}`);
    const mover = new pg.Client({ connectionString: database.adminUrl });
    await mover.connect();
    await mover.query(`SELECT pg_advisory_lock(${MOVING})`);
    await expect(check()).resolves.toBeUndefined();
    await mover.end();
    await expect(check()).rejects.toThrow('The schema is not ready for its shards: run "desk distribute".');
    await distributeAsOwner();
    await expect(check()).resolves.toBeUndefined();
    const left = 'SELECT relname FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity';
    expect(await askEveryServer(database, left)).toEqual([]);
  });

  it('is refused when a transaction does not tell the workers of which workspace it is', async () => {
    const silent = (text: string) => text.replace("citus.propagate_set_commands = 'local'", 'jit = off');
    await expect(check(silent)).rejects.toThrow(
      /^A setting of a transaction, the id of its workspace, does not reach the worker 127\.0\.0\.1:\d+\.$/,
    );
  });

  it.each([['row-level security is off', 'DISABLE ROW LEVEL SECURITY', 'ENABLE ROW LEVEL SECURITY']])(
    'is refused when on a shard %s',
    async (_, open, close) => {
      const [shard = ''] = await askWorkers<string>(
        `SELECT min(format('%s_%s', logicalrelid, shardid)) FROM pg_dist_shard JOIN pg_dist_placement USING (shardid)
       WHERE logicalrelid = 'tickets'::regclass AND groupid = (SELECT groupid FROM pg_dist_local_group)`,
        1,
      );
      const direct = 'SET citus.enable_manual_changes_to_shards = on';
      await askWorkers(`${direct}; ALTER TABLE ${shard} ${open}`, 1);
      try {
        await expect(check()).rejects.toThrow(`sees the rows of "${shard}" without naming a workspace`);
      } finally {
        await askWorkers(`${direct}; ALTER TABLE ${shard} ${close}`, 1);
      }
      await expect(check()).resolves.toBeUndefined();
    },
  );

  it('is refused when a policy hides nothing', async () => {
    const acme = await aWorkspace(await startTestApp());
    await aTicket(acme);
    await asAdmin(database, `ALTER POLICY tenant_isolation ON tickets USING (true)`);
    try {
      await expect(check()).rejects.toThrow(/sees the rows of "tickets_\d+" without naming a workspace/);
    } finally {
      await asAdmin(
        database,
        `ALTER POLICY tenant_isolation ON tickets
         USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)`,
      );
    }
  });
});
