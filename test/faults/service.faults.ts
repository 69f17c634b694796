import { setTimeout as sleep } from 'node:timers/promises';
import { expectUnharmed, underLoad, type Report } from './support/fault.js';
import { Installation } from './support/installation.js';
import type { Sent } from './support/load.js';

let installation: Installation;

beforeAll(async () => {
  installation = await Installation.open();
});
afterAll(() => installation.close());

/** `docker stop` waits this long before it kills. */
const GRACE_MS = 10_000;

/** Tells the service to end. @returns after how many milliseconds it ended without an error */
async function endService(): Promise<number> {
  const begun = performance.now();
  installation.service.signal('SIGTERM');
  expect(await installation.service.ended).toMatchObject({ status: 0, stderr: '' });
  return performance.now() - begun;
}

/** Requests without an answer, except those that came too late to connect. */
function unanswered({ requests }: Report): Sent[] {
  return requests.filter(({ status, code }) => status === 0 && code !== 'ECONNREFUSED');
}

it('the service is told to end', async () => {
  let endedAfterMs = Infinity;
  const report = await underLoad(installation, {
    name: 'SIGTERM to the service, started again when it has ended',
    begin: async () => {
      endedAfterMs = await endService();
    },
    lastsMs: 0,
    end: () => installation.startService(),
  });
  expectUnharmed(report);
  expect(endedAfterMs).toBeLessThan(GRACE_MS);
  expect(report.refused).toBe(0);
  expect(unanswered(report)).toEqual([]);
});

it('the service is told to end while PostgreSQL says nothing', async () => {
  const { wire } = installation;
  let endedAfterMs = Infinity;
  const report = await underLoad(installation, {
    name: 'SIGTERM to the service while PostgreSQL says nothing',
    begin: async () => {
      wire.fallSilent();
      await sleep(200);
      endedAfterMs = await endService();
      wire.reset();
      wire.speakAgain();
    },
    lastsMs: 0,
    end: () => installation.startService(),
  });
  expectUnharmed(report);
  expect(endedAfterMs).toBeLessThan(GRACE_MS);
  expect(unanswered(report)).toEqual([]);
});

it('the service is killed', async () => {
  const report = await underLoad(installation, {
    name: 'service killed (kill -9), and started again',
    begin: async () => {
      installation.service.signal('SIGKILL');
      await installation.service.ended;
    },
    lastsMs: 0,
    end: () => installation.startService(),
  });
  expectUnharmed(report);
  expect(report.unknown).toBeGreaterThan(0);
});
