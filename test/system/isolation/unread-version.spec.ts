import { ApiClient } from '../../support/servers/api-client.js';
import { aKey, aWorkspace, revokeKey, type TestWorkspace } from '../../support/data/builders.js';
import { looksFor, statementsOf } from '../../support/recorded-statements.js';
import { TcpProxy } from '../../support/fakes/tcp-proxy.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { freshDatabase } from '../../support/test-database.js';
import { aSecondLater, until } from '../../support/until.js';

/**
 * Two processes on one database. The first reaches it through a proxy, which swallows or slows the answers on each connection that reads the
 * version of keys, and lets everything else through.
 */
let database: Awaited<ReturnType<typeof freshDatabase>>;
let proxy: TcpProxy;
let blind: TestApp;
let other: TestApp;
let acme: TestWorkspace;

beforeEach(async () => {
  database = await freshDatabase();
  const through = await TcpProxy.to(database.serviceUrl);
  proxy = through.proxy;
  blind = await startTestApp({ database: { ...database, serviceUrl: through.address } });
  other = await startTestApp({ database });
  acme = await aWorkspace(other);
});
afterEach(async () => {
  proxy.close();
  await Promise.all([blind.stop(), other.stop()]);
  await database.drop();
});

const statusOf = async (client: ApiClient): Promise<number> => (await client.get('/tickets')).status;

/** Whether the first process asks the database for the key of a request, because it does not remember it. */
async function isLookedUp(client: ApiClient, key: string): Promise<boolean> {
  const sent = await statementsOf(() => client.get('/tickets'));
  return sent.some((statement) => looksFor(statement, key));
}

/** A new key that the first process remembers, and its client there. */
async function remembered(name: string): Promise<{ key: string; client: ApiClient }> {
  const key = await aKey(acme, name);
  const client = new ApiClient(blind, acme.subdomain, key);
  await until(async () => !(await isLookedUp(client, key)));
  return { key, client };
}

describe('while the version of keys cannot be read', () => {
  const lose = () => {
    proxy.swallowRepliesAfter(/FROM access_version/);
  };

  it('a revoked key is refused within a second, and a valid one is not', async () => {
    const [revoked, valid] = [await remembered('revoked'), await remembered('valid')];
    lose();
    await revokeKey(acme, 'revoked');
    expect(await aSecondLater(() => statusOf(revoked.client))).toBe(401);
    expect(await statusOf(valid.client)).toBe(200);
  });

  it('a key that is revoked later is refused at once', async () => {
    const { key, client } = await remembered('revoked');
    lose();
    await until(() => isLookedUp(client, key));
    expect(await statusOf(client)).toBe(200);
    await revokeKey(acme, 'revoked');
    expect(await statusOf(client)).toBe(401);
  });
});

describe('while the version of keys comes slowly', () => {
  it('a revoked key stays refused when an answer comes that is a second old', async () => {
    const { client } = await remembered('revoked');
    proxy.slowAnswersTo(/FROM access_version/);
    await until(() => proxy.hasSlowAnswer);
    const askedAt = performance.now();
    await revokeKey(acme, 'revoked');
    await until(async () => (await statusOf(client)) === 401);
    // An answer counts by its age, so nothing but the time can tell that it has become too old.
    await until(() => performance.now() > askedAt + 1_000);
    proxy.letAnswersGo();
    // The next read begins when this one has ended.
    await until(() => proxy.hasSlowAnswer);
    expect(await statusOf(client)).toBe(401);
  });
});
