import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../../support/servers/api-client.js';
import { aKey, aWorkspace, keysOf, revokeKey, type TestWorkspace } from '../../support/data/builders.js';
import { looksFor, statementsOf } from '../../support/recorded-statements.js';
import { quiet, startOtherApp, startTestApp, useDesk } from '../../support/test-app.js';
import { asAdmin, freshDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

const flush = (of = app) => of.operator.noteKeyUses();

async function lastUseOf(name: string, workspace = acme): Promise<number | undefined> {
  const { lastUsedAt } = (await keysOf(workspace)).find((key) => key.name === name) ?? {};
  return lastUsedAt ? Date.parse(lastUsedAt) : undefined;
}

async function aClient(name: string): Promise<ApiClient> {
  return acme.clientWith(await aKey(acme, name));
}

describe('the last use of a key', () => {
  it('is never, then the time of the latest request, also of a refused one', async () => {
    const client = await aClient('used');
    await aClient('unused');
    const before = Date.now();
    await client.get('/tickets');
    await client.get('/tickets/999');
    const between = Date.now();
    await client.get('/tickets?page_number=0');
    await flush();
    expect(await lastUseOf('used')).toBeGreaterThanOrEqual(between);
    expect(between).toBeGreaterThanOrEqual(before);
    expect(await lastUseOf('unused')).toBeUndefined();
  });

  it('is not touched by a request that the key does not open', async () => {
    await aClient('elsewhere');
    const elsewhere = (await aWorkspace(app)).clientWith(acme.key);
    await flush();
    const before = await lastUseOf('test');
    expect((await elsewhere.get('/tickets')).status).toBe(401);
    await flush();
    expect(await lastUseOf('test')).toBe(before);
  });

  it('is written by no request, and by one statement for all keys of a workspace', async () => {
    const clients = [await aClient('first'), await aClient('second'), await aClient('third')];
    // The service writes them down every minute, which must not come between the two.
    const [during, flushed] = await quiet(async () => {
      await flush();
      const sent = await statementsOf(async () => {
        for (const client of clients) for (let turn = 0; turn < 5; turn++) await client.get('/tickets');
      });
      return [sent, await statementsOf(flush)] as const;
    });
    const ids = (await keysOf(acme)).filter(({ name }) => ['first', 'second', 'third'].includes(name));
    const writes = flushed.filter(({ text }) => text.includes('last_used_at'));
    expect(during.some(({ isForAnswer }) => isForAnswer)).toBe(true);
    expect(
      during.filter(({ isForAnswer, text }) => isForAnswer && /^(INSERT|UPDATE|MERGE)/.test(text)),
    ).toEqual([]);
    expect(writes.map(({ values }) => [...(values[1] as string[])].sort())).toEqual([
      ids.map(({ id }) => id).sort(),
    ]);
    for (const name of ['first', 'second', 'third']) expect(await lastUseOf(name)).toBeDefined();
  });

  it('is not written again while nobody uses the key', async () => {
    await acme.client.get('/tickets');
    await flush();
    const before = await lastUseOf('test');
    const { id } = (await keysOf(acme)).find(({ name }) => name === 'test') ?? {};
    const writes = (await statementsOf(flush)).filter(({ text }) => text.includes('last_used_at'));
    expect(writes.filter(({ values }) => JSON.stringify(values).includes(id ?? ''))).toEqual([]);
    expect(await lastUseOf('test')).toBe(before);
  });

  it('makes no process forget the keys that it knows', async () => {
    const isLookedUp = async () =>
      (await statementsOf(() => acme.client.get('/tickets'))).some((sent) => looksFor(sent, acme.key));
    const isForgottenAfterUse = async () => {
      await until(async () => !(await isLookedUp()));
      await flush();
      // Long enough for a process to see a change.
      for (let turn = 0; turn < 10; turn++) {
        if (await isLookedUp()) return true;
        await sleep(50);
      }
      return false;
    };
    // A busy machine may keep a process from seeing changes for a moment, in which it remembers no key.
    await until(async () => !(await isForgottenAfterUse()));
    await aKey(acme, 'marker');
    await revokeKey(acme, 'marker');
    await until(isLookedUp);
  });

  it('never goes back when several processes write what they saw', async () => {
    const other = await startOtherApp();
    const client = await aClient('shared');
    const { subdomain } = acme;
    const key = await aKey(acme, 'both');
    await new ApiClient(other, subdomain, key).get('/tickets');
    await client.get('/tickets');
    const then = Date.now();
    await until(() => Date.now() > then);
    await acme.clientWith(key).get('/tickets');
    await flush();
    const later = await lastUseOf('both');
    await flush(other);
    expect(await lastUseOf('both')).toBe(later);
    await other.stop();
  });

  it('is written when the service stops', async () => {
    const own = await startOtherApp();
    const key = await aKey(acme, 'at the end');
    await new ApiClient(own, acme.subdomain, key).get('/tickets');
    await own.stop();
    expect(await lastUseOf('at the end')).toBeDefined();
  });

  it('is kept for the next time when it cannot be written, and the service goes on', async () => {
    const database = await freshDatabase();
    const own = await startTestApp({ database });
    const workspace = await aWorkspace(own);
    await workspace.client.get('/tickets');
    await asAdmin(database, 'ALTER TABLE api_key_uses RENAME TO x_api_key_uses');
    await flush(own);
    expect((await workspace.client.get('/tickets')).status).toBe(200);
    await asAdmin(database, 'ALTER TABLE x_api_key_uses RENAME TO api_key_uses');
    await flush(own);
    const [key] = await keysOf(workspace);
    expect(key?.lastUsedAt).not.toBeNull();
    await own.stop();
    await database.drop();
  });
});
