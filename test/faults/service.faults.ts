import { expectUnharmed, underLoad } from './support/fault.js';
import { Installation } from './support/installation.js';

let installation: Installation;

beforeAll(async () => {
  installation = await Installation.open();
});
afterAll(() => installation.close());

/** What `docker stop` waits before it kills. */
const GRACE_MS = 10_000;

it('the service is told to end', async () => {
  let endedAfterMs = Infinity;
  const report = await underLoad(installation, {
    name: 'SIGTERM to the service, started again when it has ended',
    begin: async () => {
      const begun = performance.now();
      installation.service.signal('SIGTERM');
      expect(await installation.service.ended).toMatchObject({ status: 0, stderr: '' });
      endedAfterMs = performance.now() - begun;
    },
    lastsMs: 0,
    end: () => installation.startService(),
  });
  expectUnharmed(report);
  expect(endedAfterMs).toBeLessThan(GRACE_MS);
  // What arrived was answered; who came later could not connect.
  expect(report.refused).toBe(0);
  const unanswered = report.requests.filter(({ outcome }) => outcome === 'unknown');
  expect(
    unanswered.filter(({ code, onOpenConnection }) => onOpenConnection || code !== 'ECONNREFUSED'),
  ).toEqual([]);
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
