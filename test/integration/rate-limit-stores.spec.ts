import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { ApiKeyService } from '../../src/auth/api-key.service.js';
import { NestLog } from '../../src/http/request-log.js';
import type { RateLimitOptions } from '../../src/rate-limits/rate-limits.options.js';
import { ApiClient } from '../support/api-client.js';
import { aWorkspace, type TestWorkspace } from '../support/builders.js';
import { temporaryFolder } from '../support/processes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { asAdmin, freshDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

const LIMIT = 10;

/** Two services of one installation, with a workspace; what the first says is in `said`. */
async function twoServices(rateLimits: Partial<RateLimitOptions>, database?: TestDatabase) {
  const options = { rateLimits: { requestsPerMinute: LIMIT, ...rateLimits }, ...(database && { database }) };
  const [first, second] = [await startTestApp(options), await startTestApp(options)];
  const said: string[] = [];
  first.app.useLogger(
    new NestLog(pino({ level: 'info' }, { write: (line: string) => void said.push(line) })),
  );
  const acme = await aWorkspace(first);
  return {
    first: acme.client,
    second: new ApiClient(second, acme.subdomain, acme.key),
    acme,
    apps: [first, second] as const,
    said,
    stop: async () => {
      await first.stop();
      await second.stop();
    },
  };
}

const statusOf = async (client: ApiClient) => (await client.get('/forms')).status;
async function send(client: ApiClient, requests: number): Promise<number[]> {
  const statuses = [];
  for (let count = 0; count < requests; count++) statuses.push(await statusOf(client));
  return statuses;
}
const ok = (count: number) => Array.from({ length: count }, () => 200);
const remaining = async (client: ApiClient) =>
  Number(/r=(\d+)/.exec((await client.get('/forms')).headers['ratelimit'] as string)?.[1]);

/** What has been sent to both services adds up, and is refused at each. */
async function expectShared({ first, second }: Awaited<ReturnType<typeof twoServices>>): Promise<void> {
  expect(await send(first, LIMIT - 4)).toEqual(ok(LIMIT - 4));
  expect(await send(second, 2)).toEqual([200, 200]);
  await until(async () => (await remaining(second)) <= 1);
  await until(async () => (await statusOf(first)) === 429);
  await until(async () => (await statusOf(second)) === 429);
}

describe('limits that are kept in memory', () => {
  it('are those of each process', async () => {
    const services = await twoServices({ store: 'memory' });
    expect(await send(services.first, LIMIT + 1)).toEqual([...ok(LIMIT), 429]);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await send(services.second, LIMIT)).toEqual(ok(LIMIT));
    await services.stop();
  });
});

describe('limits that are shared through the database', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;

  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  it('hold across processes', async () => {
    const services = await twoServices({ store: 'database' }, database);
    await expectShared(services);
    await services.stop();
  });

  it('hold for failed authentications, too', async () => {
    const services = await twoServices({ store: 'database', failedAuthenticationsPerMinute: 5 }, database);
    const strangers = services.apps.map((app) => new ApiClient(app, services.acme.subdomain, null));
    const [here, there] = strangers as [ApiClient, ApiClient];
    expect(await send(here, 6)).toEqual([401, 401, 401, 401, 401, 429]);
    await until(async () => (await statusOf(there)) === 429);
    await services.stop();
  });

  it('start again after a minute, and what is over is deleted', async () => {
    const services = await twoServices({ store: 'database' }, database);
    await asAdmin(database, 'TRUNCATE rate_limit_counts');
    const hitsAre = async (hits: number) => {
      const [row] = await asAdmin<{ hits: string }>(
        database,
        'SELECT hits FROM rate_limit_counts WHERE ends_at > now()',
      );
      return row?.hits === String(hits);
    };
    expect(await send(services.first, LIMIT + 1)).toEqual([...ok(LIMIT), 429]);
    await until(() => hitsAre(LIMIT));
    await asAdmin(database, `UPDATE rate_limit_counts SET ends_at = now() - interval '1 second'`);
    const { now } = Date;
    Date.now = () => now() + 60_000;
    try {
      expect(await statusOf(services.first)).toBe(200);
      await until(() => hitsAre(1));
    } finally {
      Date.now = now;
    }
    await services.stop();
    await asAdmin(database, `INSERT INTO rate_limit_counts VALUES ('old', 1, now() - interval '1 hour')`);
    const fresh = await twoServices({ store: 'database' }, database);
    await fresh.first.get('/forms');
    await until(async () => {
      const old = await asAdmin(database, `SELECT FROM rate_limit_counts WHERE id = 'old'`);
      return old.length === 0;
    });
    await fresh.stop();
  });

  it('let requests pass and keep counting in each process while the store fails, which is said once', async () => {
    const services = await twoServices({ store: 'database' }, database);
    await asAdmin(database, 'ALTER TABLE rate_limit_counts RENAME TO x_rate_limit_counts');
    expect(await send(services.first, 2)).toEqual([200, 200]);
    await until(() => services.said.some((line) => line.includes('rate_limits_not_shared')));
    for (let beat = 0; beat < 3; beat++) {
      expect(await statusOf(services.first)).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(services.said.filter((line) => line.includes('rate_limits_not_shared'))).toHaveLength(1);
    expect(await send(services.first, LIMIT - 5 + 1)).toEqual([...ok(LIMIT - 5), 429]);
    expect(await send(services.second, 2)).toEqual([200, 200]);
    await asAdmin(database, 'ALTER TABLE x_rate_limit_counts RENAME TO rate_limit_counts');
    const other = await anotherKey(services.apps[0], services.acme);
    expect(await send(other.first, LIMIT)).toEqual(ok(LIMIT));
    const there = new ApiClient(services.apps[1], services.acme.subdomain, other.key);
    await until(async () => (await statusOf(there)) === 429);
    await services.stop();
  });
});

async function anotherKey(app: TestApp, workspace: TestWorkspace) {
  const key = await app.app.get(ApiKeyService).create(workspace.scope, 'another');
  return { key, first: workspace.clientWith(key) };
}

/** A Redis of the test's own, in memory, on a port of loopback. */
class OwnRedis {
  private process: ChildProcess | undefined;

  constructor(
    readonly port: number,
    private readonly folder: string,
  ) {}

  start(): void {
    const args = ['--port', String(this.port), '--save', '', '--appendonly', 'no', '--dir', this.folder];
    this.process = spawn('redis-server', [...args, '--bind', '127.0.0.1'], { stdio: 'ignore' });
  }

  async stop(): Promise<void> {
    const { process } = this;
    if (!process) return;
    const ended = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGKILL');
    await ended;
  }
}

async function aFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const withRedis = spawnSync('redis-server', ['--version']).status === 0 ? describe : describe.skip;

withRedis('limits that are shared through Redis', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let redis: OwnRedis;
  let services: Awaited<ReturnType<typeof twoServices>>;

  beforeAll(async () => {
    folder = await temporaryFolder();
    redis = new OwnRedis(await aFreePort(), folder.path);
    redis.start();
    services = await twoServices({ store: 'redis', redisUrl: `redis://127.0.0.1:${redis.port}` });
  });
  afterAll(async () => {
    await services.stop();
    await redis.stop();
    await folder.remove();
  });

  it('hold across processes', async () => {
    await expectShared(services);
  });

  it('let requests pass while Redis is away, which is said, and are shared again when it is back', async () => {
    await redis.stop();
    const during = await anotherKey(services.apps[0], services.acme);
    expect(await send(during.first, LIMIT + 1)).toEqual([...ok(LIMIT), 429]);
    await until(() => services.said.some((line) => line.includes('rate_limits_not_shared')));
    redis.start();
    await until(async () => {
      const { key, first } = await anotherKey(services.apps[0], services.acme);
      await send(first, LIMIT);
      await new Promise((resolve) => setTimeout(resolve, 600));
      const there = new ApiClient(services.apps[1], services.acme.subdomain, key);
      await statusOf(there);
      await new Promise((resolve) => setTimeout(resolve, 600));
      return (await statusOf(there)) === 429;
    }, 20);
  });
});
