import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { freePort } from '../support/servers/free-port.js';
import { temporaryFolder } from '../support/servers/processes.js';
import {
  anotherKey,
  expectShared,
  LIMIT,
  ok,
  send,
  statusOf,
  twoServices,
  type TwoServices,
} from '../support/servers/two-services.js';
import { until } from '../support/until.js';

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

const withRedis = spawnSync('redis-server', ['--version']).status === 0 ? describe : describe.skip;

withRedis('limits that are shared through Redis', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let redis: OwnRedis;
  let services: TwoServices;

  beforeAll(async () => {
    folder = await temporaryFolder();
    redis = new OwnRedis(await freePort(), folder.path);
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
    const during = await anotherKey(services);
    expect(await send(during.first, LIMIT + 1)).toEqual([...ok(LIMIT), 429]);
    await until(async () => (await services.timesAlone()) > 0);
    redis.start();
    await until(async () => {
      const { first, second } = await anotherKey(services);
      await send(first, LIMIT);
      await new Promise((resolve) => setTimeout(resolve, 600));
      await statusOf(second);
      await new Promise((resolve) => setTimeout(resolve, 600));
      return (await statusOf(second)) === 429;
    }, 20);
  });
});
