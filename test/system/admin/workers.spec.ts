import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import supertest from 'supertest';
import { ADMIN_KEY, ADMIN_KEYS } from '../../support/servers/admin-client.js';
import { freePort } from '../../support/servers/free-port.js';
import { RunningProcess } from '../../support/servers/processes.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk({ hasOwnDatabase: true });
let service: RunningProcess;
let port: number;

const start = (env: Record<string, string>) =>
  RunningProcess.start('main.js', [], {
    ...{ PORT: '0', WORKERS: '3', BASE_DOMAIN, DATABASE_URL: app.database.serviceUrl },
    ...{ ADMIN_KEYS, ...env },
  });

beforeAll(async () => {
  port = await freePort();
  service = start({ ADMIN_PORT: String(port) });
  await service.printed(new RegExp(`Administration: +http://localhost:${port}$`, 'm'));
});
afterAll(() => service.stop());

const status = () =>
  supertest(`http://127.0.0.1:${port}`)
    .get('/admin/v1/workspaces')
    .set({ 'X-Api-Key': ADMIN_KEY, Connection: 'close' })
    .then(
      (answer) => answer.status,
      () => null,
    );
const workers = async () =>
  (await readFile(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8')).trim().split(' ').map(Number);

/** The workers that were started to listen for administration. */
async function listening(): Promise<number[]> {
  const found = await Promise.all(
    (await workers()).map(async (pid) => {
      // A process that ends meanwhile listens no more.
      const environment = (await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).split('\0');
      return environment.includes(`ADMIN_PORT=${port}`) ? [pid] : [];
    }),
  );
  return found.flat();
}

describe('three workers', () => {
  // @proves E-25-16
  it('have one that listens for administration', async () => {
    await until(async () => (await workers()).length === 3);
    expect(await listening()).toHaveLength(1);
    expect(await status()).toBe(200);
    const [, url = ''] = await service.printed(/ready at (http:\S+)/);
    await supertest(url).get('/health/ready').expect(200);
  });

  // @proves E-25-16
  it('have another one when that is killed, and when all are replaced', async () => {
    const [victim = 0] = await listening();
    process.kill(victim, 'SIGKILL');
    await until(async () => {
      const now = await listening();
      return now.length === 1 && now[0] !== victim && (await status()) === 200;
    });
    const before = await listening();
    service.signal('SIGHUP');
    await until(() => service.stdout.includes('all workers replaced'));
    const after = await listening();
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    expect(await status()).toBe(200);
  });

  it('end with it', async () => {
    expect((await service.stop()).status).toBe(0);
    expect(await status()).toBeNull();
  });
});

describe('workers that cannot listen for administration', () => {
  it('do not start when the port is in use, which is reported once', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const taken = String((server.address() as net.AddressInfo).port);
    const { status, stdout, stderr } = await start({ ADMIN_PORT: taken }).ended;
    server.close();
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      `Port ${taken} on 127.0.0.1 is already in use: set ADMIN_PORT to another one.\n`,
    ]);
  });

  it('do not start at an address of another machine, which is reported once', async () => {
    const other = { ADMIN_PORT: String(await freePort()), ADMIN_HOST: '203.0.113.9' };
    const { status, stdout, stderr } = await start(other).ended;
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The service cannot listen on 203\.0\.113\.9 port \d+: .*\n$/);
  });
});
