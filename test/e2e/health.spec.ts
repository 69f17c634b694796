import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import supertest from 'supertest';
import { openDataFolder } from '../../src/database/embedded/data-folder.js';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../../src/database/embedded/embedded-server.js';
import { locateCluster } from '../../src/database/embedded/place.js';
import { readPostmaster, stopPostmaster } from '../../src/database/embedded/postmaster.js';
import { Readiness } from '../../src/health/readiness.js';
import { ApiClient } from '../support/api-client.js';
import { freePort } from '../support/free-port.js';
import { RunningProcess, temporaryFolder } from '../support/processes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { asAdmin, freshDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

describe('health', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it.each(['live', 'ready'])('is told at /health/%s at any host, without a key', async (question) => {
    const response = await new ApiClient(app, 'nobody', null).get(`/health/${question}`);
    expect([response.status, response.body]).toEqual([200, { status: 'ok' }]);
  });
});

describe('a service that is shutting down', () => {
  it('is alive and not ready', async () => {
    const app = await startTestApp();
    app.app.get(Readiness).beginShutdown();
    const client = new ApiClient(app, 'nobody', null);
    const ready = await client.get('/health/ready');
    expect([ready.status, ready.body.code, ready.headers['retry-after']]).toEqual([
      503,
      'shutting_down',
      '1',
    ]);
    expect((await client.get('/health/live')).status).toBe(200);
    await app.stop();
  });
});

describe('a service whose database lacks a migration', () => {
  it('is alive and not ready, until it is up to date', async () => {
    const database = await freshDatabase();
    const app = await startTestApp({ database });
    const client = new ApiClient(app, 'nobody', null);
    const [last] = await asAdmin<{ id: number; name: string }>(
      database,
      'DELETE FROM schema_migrations WHERE id = (SELECT max(id) FROM schema_migrations) RETURNING *',
    );
    const ready = await client.get('/health/ready');
    expect([ready.status, ready.body.code]).toEqual([503, 'database_outdated']);
    expect((await client.get('/health/live')).status).toBe(200);
    await asAdmin(database, 'INSERT INTO schema_migrations (timestamp, name) VALUES (0, $1)', [last?.name]);
    expect((await client.get('/health/ready')).status).toBe(200);
    await app.stop();
    await database.drop();
  });
});

describe('a service whose PostgreSQL server is stopped', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let postgres: EmbeddedDatabase;
  let service: RunningProcess;
  let address: string;

  const startPostgres = (port: string) =>
    openEmbeddedDatabase({ dataDir: join(folder.path, 'data'), role: 'guest', postgresFlags: { port } });
  /** As an operator would; leaving it would let it run, because the service uses it. */
  const stopPostgres = async () => {
    const { path } = await locateCluster(await openDataFolder(join(folder.path, 'data')));
    const postmaster = await readPostmaster(path);
    if (postmaster) await stopPostmaster(postmaster, path);
  };
  const health = async (question: string) => {
    const { status, body } = await supertest(address).get(`/health/${question}`);
    return [status, body.code];
  };

  beforeAll(async () => {
    folder = await temporaryFolder();
    await chmod(folder.path, 0o711);
  });
  afterAll(async () => {
    await service.stop();
    await postgres.leave();
    await folder.remove();
  });

  it('is alive and not ready, and is ready again by itself when the server is back', async () => {
    const port = String(await freePort());
    postgres = await startPostgres(port);
    service = RunningProcess.start('main.js', [], {
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: postgres.serviceUrl,
      MIGRATION_DATABASE_URL: postgres.ownerUrl,
    });
    address = (await service.printed(/ready at (http:\S+)/))[1] ?? '';
    expect(await health('ready')).toEqual([200, undefined]);

    await stopPostgres();
    expect(await health('ready')).toEqual([503, 'unavailable']);
    expect(await health('live')).toEqual([200, undefined]);
    await postgres.leave();

    postgres = await startPostgres(port);
    await until(async () => (await health('ready'))[0] === 200);
    expect(await health('live')).toEqual([200, undefined]);
  });
});
