import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import supertest from 'supertest';
import {
  openEmbeddedDatabase,
  type EmbeddedDatabase,
} from '../../src/platform/embedded-postgres/embedded-server.js';
import { stopServer } from '../../src/platform/embedded-postgres/postmaster.js';
import { freePort } from '../support/servers/free-port.js';
import { RunningProcess, temporaryFolder } from '../support/servers/processes.js';
import { until } from '../support/until.js';

describe('a service whose PostgreSQL server is stopped', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let postgres: EmbeddedDatabase;
  let service: RunningProcess;
  let address: string;

  const startPostgres = (port: string) =>
    openEmbeddedDatabase({ dataDir: join(folder.path, 'data'), role: 'guest', postgresFlags: { port } });
  /** As an operator would; leaving it would let it run, because the service uses it. */
  const stopPostgres = () => stopServer(join(folder.path, 'data', 'postgres'));
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
