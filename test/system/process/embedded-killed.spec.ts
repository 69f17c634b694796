import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../support/servers/free-port.js';
import { serverProcess } from '../../support/servers/data-folders.js';
import { RunningProcess, temporaryFolder, type TemporaryFolder } from '../../support/servers/processes.js';
import { until } from '../../support/until.js';

let folder: TemporaryFolder;
const services: RunningProcess[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => {
  for (const service of services) await service.stop();
  await folder.remove();
});

const dataDir = () => join(folder.path, 'data');

/** Starts a service with the embedded database of the folder. @returns what tells the status of its health, 0 when it does not answer */
async function started(env: Record<string, string> = {}) {
  const port = await freePort();
  const service = RunningProcess.start('main.js', [], { PORT: String(port), DATA_DIR: dataDir(), ...env });
  services.push(service);
  await service.printed(/ready at http/, 120);
  const health = (): Promise<number> =>
    fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ status }) => status,
      () => 0,
    );
  await until(async () => (await health()) === 200);
  return { service, health };
}

/** Runs a query as the superuser of the embedded database. */
async function asSuperuser<Row extends object>(sql: string): Promise<Row[]> {
  const { admin } = JSON.parse(await readFile(join(dataDir(), 'credentials.json'), 'utf8')) as {
    admin: string;
  };
  const lines = (await readFile(join(dataDir(), 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(lines[3]),
    user: 'postgres',
    password: admin,
  });
  // PostgreSQL may end this connection, too, also between two queries.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Kills PostgreSQL, and waits for the end of the service. */
async function isEndedBy(service: RunningProcess): Promise<void> {
  process.kill(await serverProcess(dataDir()), 'SIGKILL');
  const { status, signal, stdout } = await service.ended;
  expect([status, signal]).toEqual([1, null]);
  expect(stdout).toContain('"code":"embedded_database_ended"');
  expect(stdout).toContain('the embedded PostgreSQL has ended, so the service ends');
}

describe('a service whose embedded PostgreSQL', () => {
  it('is killed ends with status 1 and says why, and the next start serves again', async () => {
    const { service } = await started();
    await isEndedBy(service);
    const again = await started();
    expect(await again.health()).toBe(200);
    expect((await again.service.stop()).status).toBe(0);
  });

  it('is killed ends with all of its workers', async () => {
    const { service } = await started({ WORKERS: '2' });
    await isEndedBy(service);
  });

  it('recovers by itself from the crash of one of its processes goes on', async () => {
    const { service, health } = await started();
    const before = await serverProcess(dataDir());
    const [backend] = await asSuperuser<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE usename = 'support_desk_service' LIMIT 1",
    );
    process.kill(backend?.pid ?? 0, 'SIGKILL');
    await until(async () => {
      const rows = await asSuperuser<{ isOther: boolean }>(
        `SELECT count(*) > 0 AS "isOther" FROM pg_stat_activity WHERE usename = 'support_desk_service' AND pid <> ${backend?.pid ?? 0}`,
      ).catch(() => []);
      return rows[0]?.isOther === true && (await health()) === 200;
    });
    expect(await serverProcess(dataDir())).toBe(before);
    const { status, stdout } = await service.stop();
    expect(status).toBe(0);
    expect(stdout).not.toContain('embedded_database_ended');
  });
});
