import { setTimeout as sleep } from 'node:timers/promises';
import { HeldLease } from './held-lease.js';
import { until } from '../../../test/support/until.js';
import { LeaseLost } from './lease-lost.js';

/** A lease that is renewed every millisecond, with what it was renewed for. */
function aLease({ isOurs = true, isNoted = false, firstMs = 1 } = {}) {
  const renewals: ('waiting' | 'reading')[] = [];
  const lease = new HeldLease(
    (isWaiting) => {
      renewals.push(isWaiting ? 'waiting' : 'reading');
      return Promise.resolve(isOurs);
    },
    isNoted,
    { firstMs, everyMs: 1 },
  );
  return { lease, renewals };
}

const untilRenewed = (renewals: readonly string[], times: number): Promise<void> =>
  until(() => renewals.length >= times);

it('The lease of a mail that waits is renewed, and says that it waits until its reading begins.', async () => {
  const { lease, renewals } = aLease();
  await lease.during(async () => {
    await untilRenewed(renewals, 2);
    const before = renewals.length;
    await lease.begun();
    await untilRenewed(renewals, before + 2);
  });
  const [last] = renewals.splice(-1);
  expect([renewals[0], last]).toEqual(['waiting', 'reading']);
  const ended = renewals.length;
  // No condition shows that nothing more comes. Five more renewals would have their time here.
  await sleep(5);
  expect(renewals.length).toBe(ended);
});

it('A mail whose lease is lost while it waits is not read.', async () => {
  const { lease, renewals } = aLease({ isOurs: false });
  const reading = lease.during(async () => {
    await untilRenewed(renewals, 1);
    await lease.begun();
  });
  await expect(reading).rejects.toThrow(LeaseLost);
});

it('A mail that has to wait says so at once, and not a second time.', async () => {
  const { lease, renewals } = aLease({ firstMs: 60_000 });
  await lease.during(async () => {
    lease.waits();
    await untilRenewed(renewals, 1);
  });
  expect(renewals[0]).toBe('waiting');
  const noted = aLease({ firstMs: 60_000, isNoted: true });
  await noted.lease.during(async () => {
    noted.lease.waits();
    await noted.lease.begun();
  });
  expect(noted.renewals).toEqual(['reading']);
});

it('A mail that the table marks as waiting is not read when its lease is lost.', async () => {
  const { lease } = aLease({ firstMs: 60_000, isNoted: true, isOurs: false });
  await expect(lease.during(() => lease.begun())).rejects.toThrow(LeaseLost);
});

it('A mail that does not wait costs no renewal.', async () => {
  const renewals: boolean[] = [];
  const lease = new HeldLease((isWaiting) => Promise.resolve(renewals.push(isWaiting) > 0));
  await lease.during(() => lease.begun());
  expect(renewals).toEqual([]);
});
