import { ApiKeyUses } from '../../src/auth/api-key-uses.js';
import { ApiKeyService } from '../../src/auth/api-key.service.js';
import { AccessChanges } from '../../src/tenancy/access-changes.js';
import { ApiClient } from '../support/api-client.js';
import { aWorkspace, type TestWorkspace } from '../support/builders.js';
import { recordStatements } from '../support/recorded-statements.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { asAdmin, freshDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

let app: TestApp;
let acme: TestWorkspace;

beforeAll(async () => {
  app = await startTestApp();
  acme = await aWorkspace(app);
});
afterAll(() => app.stop());

const flush = (of = app) => of.app.get(ApiKeyUses).flush();

async function lastUseOf(name: string, { scope }: TestWorkspace = acme): Promise<number | undefined> {
  const listed = await app.app.get(ApiKeyService).list(scope);
  return listed.find((key) => key.name === name)?.lastUsedAt?.getTime();
}

async function aKey(name: string): Promise<ApiClient> {
  return acme.clientWith(await app.app.get(ApiKeyService).create(acme.scope, name));
}

describe('the last use of a key', () => {
  it('is never, then the time of the latest request, also of a refused one', async () => {
    const client = await aKey('used');
    await aKey('unused');
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
    await aKey('elsewhere');
    const elsewhere = (await aWorkspace(app)).clientWith(acme.key);
    await flush();
    const before = await lastUseOf('test');
    expect((await elsewhere.get('/tickets')).status).toBe(401);
    await flush();
    expect(await lastUseOf('test')).toBe(before);
  });

  it('is written by no request, and by one statement for all keys of a workspace', async () => {
    const clients = [await aKey('first'), await aKey('second'), await aKey('third')];
    await flush();
    const recorder = recordStatements();
    for (const client of clients) for (let turn = 0; turn < 5; turn++) await client.get('/tickets');
    const during = recorder.statements.filter(({ text }) => text.includes('api_key_uses')).length;
    await flush();
    recorder.stop();
    const writes = recorder.statements.filter(({ text }) => text.includes('api_key_uses'));
    expect([during, writes.length]).toEqual([0, 1]);
    expect(writes[0]?.values[1]).toHaveLength(3);
    for (const name of ['first', 'second', 'third']) expect(await lastUseOf(name)).toBeDefined();
  });

  it('is not written again while nobody uses the key', async () => {
    await acme.client.get('/tickets');
    await flush();
    const recorder = recordStatements();
    await flush();
    recorder.stop();
    expect(recorder.statements.filter(({ text }) => text.includes('api_key_uses'))).toEqual([]);
  });

  it('makes no process forget the keys that it knows', async () => {
    await until(() => app.app.get(AccessChanges).lifetimeMs() > 0);
    await acme.client.get('/tickets');
    const forgotten: number[] = [];
    app.app.get(AccessChanges).onChange(() => forgotten.push(Date.now()));
    await flush();
    // A change of a key after it is heard, and only that one is.
    await app.app.get(ApiKeyService).create(acme.scope, 'marker');
    const marker = (await app.app.get(ApiKeyService).list(acme.scope)).find(({ name }) => name === 'marker');
    if (marker) await app.app.get(ApiKeyService).revoke(acme.scope, marker.id);
    await until(() => forgotten.length > 0);
    expect(forgotten).toHaveLength(1);
  });

  it('never goes back when several processes write what they saw', async () => {
    const other = await startTestApp();
    const client = await aKey('shared');
    const { subdomain, scope } = acme;
    const key = await app.app.get(ApiKeyService).create(scope, 'both');
    await new ApiClient(other, subdomain, key).get('/tickets');
    await client.get('/tickets');
    await new Promise((resolve) => setTimeout(resolve, 5));
    await acme.clientWith(key).get('/tickets');
    await flush();
    const later = await lastUseOf('both');
    await flush(other);
    expect(await lastUseOf('both')).toBe(later);
    await other.stop();
  });

  it('is written when the service stops', async () => {
    const own = await startTestApp();
    const key = await app.app.get(ApiKeyService).create(acme.scope, 'at the end');
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
    const [key] = await own.app.get(ApiKeyService).list(workspace.scope);
    expect(key?.lastUsedAt).not.toBeNull();
    await own.stop();
    await database.drop();
  });
});
