import { aKey, aWorkspace, keysOf, type TestWorkspace } from '../support/data/builders.js';
import type { WantedKey } from '../support/host/operator.shapes.js';
import { later } from '../support/servers/clock.js';
import { useDesk } from '../support/test-app.js';
import { until } from '../support/until.js';

const MINUTE_MS = 60_000;

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

const named = async (name: string) => (await keysOf(acme)).filter((key) => key.name === name);
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const rotate = (id: string, overlapMs: number, workspace = acme) =>
  app.operator.rotateKey(workspace.scope.workspaceId, id, inMs(overlapMs));
const statusWith = async (key: string) => (await acme.clientWith(key).get('/tickets')).status;

async function aKeyToRotate(name: string, wanted?: WantedKey) {
  const key = await aKey(acme, name, wanted);
  const [listed] = await named(name);
  if (!listed) throw new Error('The key is not listed.');
  return { key, id: listed.id };
}

describe('rotation of a key', () => {
  it('keeps the old one until the overlap is over, and not longer, where it is remembered too', async () => {
    const { key, id } = await aKeyToRotate('short overlap');
    expect(await statusWith(key)).toBe(200);
    const rotated = await rotate(id, 20 * MINUTE_MS);
    const both = async () => [await statusWith(key), await statusWith(rotated.key)];
    expect(await both()).toEqual([200, 200]);
    expect(await later(15 * MINUTE_MS, both)).toEqual([200, 200]);
    // Whoever does not remember the key asks the database, whose clock stays. The next request remembers it.
    await until(async () => (await later(25 * MINUTE_MS, both)).join() === '401,200');
  });

  it('is refused once the key has expired', async () => {
    const { id } = await aKeyToRotate('expired', { expiresAt: inMs(-1_000) });
    await expect(rotate(id, 1_000)).rejects.toMatchObject({
      code: 'api_key_not_rotatable',
      message: `The API key ${id} has expired.`,
    });
    expect(await named('expired')).toHaveLength(1);
  });

  it('is done once when several ask for it at the same moment', async () => {
    const { id } = await aKeyToRotate('race');
    const attempts = Array.from({ length: 5 }, () => rotate(id, 60_000));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await named('race')).toHaveLength(2);
  });

  it("does not find another workspace's key", async () => {
    const { id } = await aKeyToRotate('foreign');
    const globex = await aWorkspace(app);
    await expect(rotate(id, 1_000, globex)).rejects.toMatchObject({
      code: 'api_key_not_found',
    });
    expect(await named('foreign')).toHaveLength(1);
  });
});
