import { setTimeout as sleep } from 'node:timers/promises';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import supertest from 'supertest';
import { missingCorrections, shownVersion } from '../../../src/platform/database/server-version.js';
import { serverProcess } from '../../support/servers/data-folders.js';
import { PROJECT, RunningProcess, temporaryFolder } from '../../support/servers/processes.js';
import { asAdmin, emptyDatabase, freshDatabase, testDatabase } from '../../support/test-database.js';

/** Every process that a test starts ends with it. */
const started: RunningProcess[] = [];
const start = (env: Record<string, string>) => {
  const service = RunningProcess.start('main.js', [], { PORT: '0', ...env });
  started.push(service);
  return service;
};
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.stop()));
});

const addressOf = async (service: RunningProcess) => (await service.printed(/ready at (http:\S+)/))[1] ?? '';

describe('the embedded start', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => folder.remove());

  // @proves D-1-7
  it('makes the demo workspace, prints its key once, and keeps the data', async () => {
    const env = { DATA_DIR: join(folder.path, 'data') };
    const first = start(env);
    const address = await addressOf(first);
    const [, key = ''] = await first.printed(/^ {4}(desk_\w+)$/m);
    const curl = new RegExp(`curl -H 'X-Api-Key: ${key}' ${address}/api/external/v2/tickets`);
    expect(first.stdout).toMatch(curl);
    expect(first.stdout).toContain(`${address}/docs`);

    const list = await supertest(address).get('/api/external/v2/tickets').set('X-Api-Key', key);
    expect([list.status, list.body.pagination.total_records]).toEqual([200, 5]);
    const changed = await supertest(address)
      .put('/api/external/v2/tickets/1')
      .set('X-Api-Key', key)
      .send({ subject: 'Kept' });
    expect(changed.status).toBe(200);

    first.signal('SIGINT');
    expect(await first.ended).toMatchObject({ status: 0, stderr: '' });

    const second = start(env);
    const again = await addressOf(second);
    expect(second.stdout).not.toContain('desk_');
    const kept = await supertest(again).get('/api/external/v2/tickets/1').set('X-Api-Key', key);
    expect(kept.body.ticket.subject).toBe('Kept');
    second.signal('SIGTERM');
    expect((await second.ended).status).toBe(0);
  });

  it('says in one sentence that the database is served by another start', async () => {
    const env = { DATA_DIR: join(folder.path, 'twice') };
    const first = start(env);
    await addressOf(first);
    const second = await start(env).ended;
    expect(second.status).toBe(1);
    expect(second.stderr).toMatch(
      /^The database in .* is already served by another start of Support Desk.*\n$/,
    );
    await first.stop();
  });

  it('says in one sentence that the data folder cannot be read', async () => {
    const file = join(folder.path, 'file');
    await writeFile(file, 'in the way');
    const { status, stderr } = await start({ DATA_DIR: join(file, 'data') }).ended;
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(file);
  });

  it('stops its database when a signal comes while that starts', async () => {
    const env = { DATA_DIR: join(folder.path, 'data') };
    for (const afterMs of [250, 500, 750, 1_000, 1_500]) {
      const service = start(env);
      // At whatever the start is doing then.
      await sleep(afterMs);
      service.signal('SIGTERM');
      await service.ended;
      // A server that runs has written its process id there.
      await expect(serverProcess(env.DATA_DIR)).rejects.toThrow('ENOENT');
    }
  });
});

describe('a start on an external database', () => {
  it('migrates with the address of the owner, and makes no demo', async () => {
    const database = await emptyDatabase();
    const service = start({ DATABASE_URL: database.serviceUrl, MIGRATION_DATABASE_URL: database.ownerUrl });
    const address = await addressOf(service);
    expect((await supertest(address).get('/health/ready')).body).toEqual({ status: 'ok', storage: 'ok' });
    expect(service.stdout).not.toContain('demo');
    await service.stop();
    await database.drop();
  });

  it('is found healthy by the check of the container while it answers', async () => {
    const service = start({ DATABASE_URL: testDatabase().serviceUrl });
    const { port } = new URL(await addressOf(service));
    const check = () =>
      spawnSync(process.execPath, [join(PROJECT, 'docker/health.mjs')], { env: { PORT: port } }).status;
    expect(check()).toBe(0);
    await service.stop();
    expect(check()).toBe(1);
  });

  // @proves D-1-6
  it('leaves the bare address without a workspace, as in production', async () => {
    const database = await freshDatabase();
    const address = await addressOf(start({ DATABASE_URL: database.serviceUrl }));
    const { status, body } = await supertest(address).get('/api/external/v2/tickets');
    expect([status, body.code]).toEqual([404, 'workspace_not_found']);
    await database.drop();
  });

  it('says that it has to be migrated when it is behind', async () => {
    const database = await emptyDatabase();
    const { status, stderr } = await start({ DATABASE_URL: database.serviceUrl }).ended;
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^The database is not up to date: .*migrate.*\n$/),
    ]);
    await database.drop();
  });

  it('refuses the role of the owner, and one that can bypass row-level security', async () => {
    const database = await freshDatabase();
    const owner = await start({ DATABASE_URL: database.ownerUrl }).ended;
    expect([owner.status, owner.stderr]).toEqual([
      1,
      expect.stringMatching(/^The role ".*" .* owns the table .*\n$/),
    ]);
    const admin = await start({ DATABASE_URL: database.adminUrl }).ended;
    expect([admin.status, admin.stderr]).toEqual([
      1,
      expect.stringMatching(/^The role ".*" .* can bypass row-level security.*\n$/),
    ]);
    await database.drop();
  });

  it('says in one sentence that the database cannot be reached, without the password', async () => {
    const { status, stdout, stderr } = await start({
      DATABASE_URL: 'postgres://desk:s3cret@127.0.0.1:1/none',
    }).ended;
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/^The database cannot be reached: .*\n$/),
    ]);
    expect(stderr).not.toContain('s3cret');
  });

  it('warns in one sentence of a server that lacks security corrections, and of no other', async () => {
    const database = await freshDatabase();
    const [row] = await asAdmin<{ version: number }>(
      database,
      `SELECT current_setting('server_version_num')::int AS version`,
    );
    const missing = missingCorrections(row?.version ?? 0);
    const service = start({ DATABASE_URL: database.serviceUrl });
    await addressOf(service);
    const { stdout } = await service.stop();
    const warnings = stdout.split('\n').filter((line) => line.includes('"database_outdated"'));
    expect(warnings.map((line) => (JSON.parse(line) as { level: number; msg: string }).msg)).toEqual(
      missing === null ? [] : [`PostgreSQL ${shownVersion(row?.version ?? 0)} ${missing}`],
    );
    await database.drop();
  });

  it('says in one sentence that the port is in use', async () => {
    const database = await freshDatabase();
    const server = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const port = String((server.address() as AddressInfo).port);
    const { status, stderr } = await start({ DATABASE_URL: database.serviceUrl, PORT: port }).ended;
    server.close();
    expect([status, stderr]).toEqual([
      1,
      `Port ${port} on 127.0.0.1 is already in use: set PORT to another one.\n`,
    ]);
    await database.drop();
  });

  it('names every mistake in the configuration at once', async () => {
    const { status, stderr } = await start({ PORT: 'x', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://db' })
      .ended;
    expect(status).toBe(1);
    for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL']) expect(stderr).toContain(`  ${name}: `);
  });
});

describe('a service without its database', () => {
  // @proves D-2-19
  it('answers 503 with Retry-After, is not ready but alive, and recovers', async () => {
    const database = await freshDatabase();
    const service = start({
      DATABASE_URL: database.serviceUrl,
      BASE_DOMAIN: 'desk.test',
      LOG_LEVEL: 'silent',
    });
    const address = await addressOf(service);
    const name = new URL(database.serviceUrl).pathname.slice(1);
    const admin = new pg.Client({ connectionString: database.adminUrl.replace(`/${name}`, '/postgres') });
    await admin.connect();
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);

    const ready = await supertest(address).get('/health/ready');
    expect([ready.status, ready.body.code, ready.headers['retry-after']]).toEqual([503, 'unavailable', '1']);
    const call = await supertest(address).get('/api/external/v2/tickets').set('Host', 'acme.desk.test');
    expect([call.status, call.headers['retry-after']]).toEqual([503, '1']);
    expect((await supertest(address).get('/health/live')).status).toBe(200);

    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    expect((await supertest(address).get('/health/ready')).status).toBe(200);
    await admin.end();
    await service.stop();
    await database.drop();
  });
});
