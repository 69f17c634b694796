import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import {
  momentsLeft,
  scheduleMoments,
  storedPassed,
  type StoredPassed,
} from '../../support/data/stored/stored-moments.js';
import { size } from '../../support/sizes.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const DUE = size({ here: 1_000, long: 1_000 });
const BUSY = size({ here: 3_000, long: 20_000, by: 'BUSY_MOMENTS' });
const LATEST_MS = 2_000;

const app = useDesk({ hasOwnDatabase: true, hasRounds: true });

async function withTickets(count: number): Promise<TestWorkspace> {
  const workspace = await aWorkspace(app);
  const line = (index: number) => JSON.stringify({ email: 'a@customer.example', subject: `T ${index}` });
  await app.operator.import(
    workspace.scope.workspaceId,
    Array.from({ length: count }, (_none, index) => line(index)),
  );
  return workspace;
}

/** A request with a date that comes soon lets the service look at all dates of the workspace. */
async function wake(workspace: TestWorkspace): Promise<void> {
  const { number } = await aTicket(workspace, { status: 'closed' });
  const soon = new Date(Date.now() + 1_000).toISOString();
  await workspace.client.put(`/tickets/${number}`, { follow_up_at: soon, status: 'open' }).expect(200);
}

const latest = (passed: readonly StoredPassed[], part = 1): number => {
  const late = passed.map(({ lateMs }) => lateMs).sort((one, other) => one - other);
  return late[Math.ceil(late.length * part) - 1] ?? NaN;
};

describe('dates that come together', () => {
  // @proves E-31-12
  it(`have their events in time: ${DUE} in one second, the last ones at most 2 s late`, async () => {
    const acme = await withTickets(DUE);
    const at = { inMs: 3_000, withinMs: 1_000, kinds: ['follow_up'] as const };
    await scheduleMoments(app.database, acme.scope.workspaceId, at);
    await wake(acme);
    await until(async () => (await momentsLeft(acme)) === 0);
    const passed = await storedPassed(app.database, acme.scope.workspaceId);
    expect(passed).toHaveLength(DUE + 1);
    expect(Math.min(...passed.map(({ lateMs }) => lateMs))).toBeGreaterThanOrEqual(0);
    expect(latest(passed, 0.99)).toBeLessThan(LATEST_MS);
  });

  // @proves E-31-12
  it(`of a busy workspace delay no other one: ${BUSY} at once beside 20`, async () => {
    const [busy, other] = [await withTickets(BUSY), await withTickets(20)];
    const at = { inMs: 4_000, withinMs: 1, kinds: ['follow_up'] as const };
    await scheduleMoments(app.database, busy.scope.workspaceId, at);
    await scheduleMoments(app.database, other.scope.workspaceId, { ...at, inMs: 4_500 });
    await Promise.all([busy, other].map(wake));
    await until(async () => (await momentsLeft(busy)) + (await momentsLeft(other)) === 0, 120);
    const passed = await storedPassed(app.database, other.scope.workspaceId);
    expect(passed).toHaveLength(21);
    expect(latest(passed)).toBeLessThan(LATEST_MS);
  });
});
