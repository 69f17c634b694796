import { KEY_SCOPES, WIDE_SCOPES } from '../../../src/auth/scopes.js';
import { aKey, aWorkspace, keysOf, revokeKey, type TestWorkspace } from '../../support/data/builders.js';
import type { WantedKey } from '../../support/host/operator.shapes.js';
import { useDesk } from '../../support/test-app.js';

const PATH = '/api-keys/current';
const INSTALLATION_LIMIT = 50;

const app = useDesk({ requestsPerMinute: INSTALLATION_LIMIT });
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

const clientOf = async (name: string, wanted?: WantedKey) => acme.clientWith(await aKey(acme, name, wanted));
const idOf = async (name: string) => (await keysOf(acme)).find((key) => key.name === name)?.id;

describe('the key of a request', () => {
  it('is shown with every property, and null where there is nothing', async () => {
    const client = await clientOf('Website');
    const { status, body, headers } = await client.get(PATH);
    expect([status, body]).toEqual([
      200,
      {
        api_key: {
          id: await idOf('Website'),
          name: 'Website',
          scopes: [...WIDE_SCOPES],
          team_member: null,
          expires_at: null,
          requests_per_minute: INSTALLATION_LIMIT,
          last_used_at: null,
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      },
    ]);
    expect(headers).not.toHaveProperty('etag');
  });

  it('shows its scopes, its end and its limit, and needs no scope', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    for (const scope of KEY_SCOPES) {
      const client = await clientOf(scope, { scopes: [scope], expiresAt, requestsPerMinute: 7 });
      expect((await client.get(PATH)).body.api_key).toMatchObject({
        name: scope,
        scopes: [scope],
        expires_at: expiresAt,
        requests_per_minute: 7,
      });
    }
  });

  it('shows the limit of its workspace when it has none of its own', async () => {
    const limited = await aWorkspace(app);
    const workspace = { subdomain: limited.subdomain, name: 'Limited', requests_per_minute: 30 };
    await app.operator.apply(JSON.stringify({ workspace }));
    expect((await limited.client.get(PATH)).body.api_key.requests_per_minute).toBe(30);
  });

  it('shows when it was last used, as soon as that is written down', async () => {
    const client = await clientOf('Used');
    const before = Date.now();
    await client.get(PATH);
    await app.operator.noteKeyUses();
    const { last_used_at: lastUsedAt } = (await client.get(PATH)).body.api_key as { last_used_at: string };
    expect(new Date(lastUsedAt).toISOString()).toBe(lastUsedAt);
    expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(before);
  });

  it('is read by a request that counts for its limit', async () => {
    const client = await clientOf('Once', { requestsPerMinute: 1 });
    const first = await client.get(PATH);
    expect(first.headers['ratelimit-policy']).toBe('"per-key";q=1;w=60');
    expect([first.status, (await client.get(PATH)).status]).toEqual([200, 429]);
  });

  it('must be one that opens the workspace', async () => {
    const expired = await clientOf('Expired', { expiresAt: new Date(Date.now() - 1_000).toISOString() });
    const revoked = await clientOf('Revoked');
    await revokeKey(acme, 'Revoked');
    const globex = await aWorkspace(app);
    const clients = [acme.stranger, expired, revoked, acme.clientWith(globex.key), acme.clientWith('x')];
    for (const client of clients) {
      const { status, body } = await client.get(PATH);
      expect([status, body]).toEqual([401, { error: 'Authentication failed: invalid API key.' }]);
    }
  });

  it('is the only key that can be read', async () => {
    const { status, body } = await acme.client.get(`/api-keys/${await idOf('test')}`);
    expect([status, body.code]).toEqual([404, 'route_not_found']);
  });
});
