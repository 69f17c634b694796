import type { WorkspaceId } from '../../kernel/ids.js';
import { FairShares } from './fair-shares.js';

const [loud, quiet, third] = ['loud', 'quiet', 'third'] as unknown as [WorkspaceId, WorkspaceId, WorkspaceId];
const PATIENCE_MS = 1_000;

let shares: FairShares;
/** Who got a place, in that order. */
let turns: string[];

beforeEach(() => {
  shares = new FairShares(4, 2);
  turns = [];
});

/** Takes a place. The result gives it back. */
function take(workspaceId: WorkspaceId): Promise<() => void> {
  const taken = shares.take(workspaceId, PATIENCE_MS);
  taken.then(
    () => turns.push(workspaceId),
    () => undefined,
  );
  return taken;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('A workspace that is alone takes all places.', async () => {
  await Promise.all([take(loud), take(loud), take(loud), take(loud)]);
  expect(turns).toHaveLength(4);
});

it('A workspace that came later gets the next places, up to its share.', async () => {
  const places = await Promise.all([take(loud), take(loud), take(loud), take(loud)]);
  const waiting = [take(loud), take(loud), take(quiet), take(quiet), take(quiet)];
  for (const leave of places.slice(0, 2)) leave();
  await settled();
  expect(turns.slice(4)).toEqual([quiet, quiet]);
  for (const leave of places.slice(2)) leave();
  await settled();
  expect(turns.slice(6)).toEqual([loud, loud]);
  (await Promise.all(waiting.slice(0, 2))).forEach((leave) => {
    leave();
  });
  await expect(waiting[4]).rejects.toMatchObject({ code: 'unavailable' });
});

it('A workspace with no more than its share leaves places for one that comes.', async () => {
  await take(quiet);
  void Promise.allSettled([take(loud), take(loud), take(loud)]);
  await settled();
  expect(turns).toEqual([quiet, loud, loud]);
  await take(third);
  expect(turns.at(-1)).toBe(third);
});

it('A workspace that is alone here gets only its share when another workspace needs places of the joined limit.', async () => {
  const beside = new FairShares(4, 4);
  shares = new FairShares(4, 2, beside);
  await Promise.all([beside.take(loud, PATIENCE_MS), beside.take(quiet, PATIENCE_MS)]);
  await Promise.all([take(loud), take(loud)]);
  await expect(shares.take(loud, 10)).rejects.toMatchObject({ code: 'unavailable' });
});

it('Those that wait take turns, workspace by workspace.', async () => {
  shares = new FairShares(1, 1);
  const leaves: (() => void)[] = [];
  for (const workspaceId of [loud, loud, loud, quiet, third, quiet, third])
    void take(workspaceId).then((leave) => leaves.push(leave));
  for (let turn = 0; turn < 7; turn++) {
    await settled();
    leaves.pop()?.();
  }
  expect(turns).toEqual([loud, loud, quiet, third, loud, quiet, third]);
});

it('A request that waited too long is refused, and its place in the line goes to the next.', async () => {
  shares = new FairShares(1, 1);
  const leave = await take(loud);
  const late = shares.take(quiet, 10);
  await expect(late).rejects.toMatchObject({ code: 'unavailable' });
  const next = take(third);
  leave();
  await next;
  expect(turns).toEqual([loud, third]);
});
