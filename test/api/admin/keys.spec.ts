import { createHash } from 'node:crypto';
import { createApiKey } from '../../../src/auth/api-key.js';
import { aProvisionedWorkspace, newSubdomain } from '../../support/data/admin.js';
import { fieldErrors } from '../../support/expectations.js';
import { AdminClient, ADMIN_KEYS } from '../../support/servers/admin-client.js';
import { ApiClient } from '../../support/servers/api-client.js';
import { Desk } from '../../support/servers/desk.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { endKey } from '../../support/data/stored/ended-keys.js';

const app = useDesk({ adminKeys: ADMIN_KEYS });
const admin = new AdminClient(app);

const digestOf = (key: string): string => createHash('sha256').update(key).digest('hex');
const ownKey = () => {
  const key = createApiKey();
  return { key, key_sha256: digestOf(key) };
};
const EVE = { email: 'eve@acme.example', first_name: 'Eve' };

let subdomain: string;
beforeEach(async () => {
  subdomain = newSubdomain();
  await admin.put(`/${subdomain}`, { workspace: { name: 'A' }, team_members: [EVE] }).expect(201);
});

const put = (name: string, body: object) => admin.put(`/${subdomain}/keys/${encodeURIComponent(name)}`, body);
const statusWith = async (key: string, path = '/tickets') =>
  (await new ApiClient(app, subdomain, key).get(path)).status;
const listed = async () => (await admin.get(`/${subdomain}/keys`).expect(200)).body.api_keys as object[];

describe('a key that the caller has made', () => {
  // @proves E-25-9
  it('is registered by its digest, works at once, and can be put again without an audit entry', async () => {
    const { key, key_sha256 } = ownKey();
    const body = { scopes: ['tickets:read'], requests_per_minute: 100, as: 'EVE@acme.example', key_sha256 };
    const made = await put('Web site', body).expect(201);
    expect(made.body).toEqual({
      api_key: expect.objectContaining({
        ...{ name: 'Web site', hint: 'desk_…', scopes: ['tickets:read'], requests_per_minute: 100 },
        team_member: expect.objectContaining({ email: 'eve@acme.example' }),
      }),
    });
    expect(await statusWith(key)).toBe(200);
    const again = await put('Web site', { ...body, key_sha256: key_sha256.toUpperCase() }).expect(200);
    expect(again.body.api_key.id).toBe(made.body.api_key.id);
    expect(JSON.stringify([made.body, again.body])).not.toContain(key_sha256);
    expect(await listed()).toHaveLength(1);
  });

  // @proves E-25-9
  it('gets the settings of the body when it is put again, in all processes', async () => {
    const { key, key_sha256 } = ownKey();
    await put('ci', { key_sha256, scopes: ['tickets:read'] }).expect(201);
    expect(await statusWith(key)).toBe(200);
    expect(await statusWith(key, '/customers/a')).toBe(403);
    const changed = await put('ci', {
      key_sha256,
      scopes: ['customers:read'],
      expires_at: '2999-01-01T00:00:00Z',
    });
    expect(changed.body.api_key).toMatchObject({
      ...{ scopes: ['customers:read'], expires_at: '2999-01-01T00:00:00.000Z' },
    });
    await until(async () => (await statusWith(key)) === 403);
    const text = await Desk.on(app.database).output(['audit', 'show', subdomain, '--json']);
    expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({
      ...{ action: 'api_key.updated', actor: 'admin tests' },
      before: { scopes: ['tickets:read'], expires_at: null },
      after: { scopes: ['customers:read'] },
    });
  });

  // @proves E-25-10
  it('is refused under a name with another digest, under another name, for another member, and after it was revoked', async () => {
    const [first, second] = [ownKey(), ownKey()];
    await put('ci', { key_sha256: first.key_sha256 }).expect(201);
    const conflicts = [
      await put('ci', { key_sha256: second.key_sha256 }),
      await put('ci', {}),
      await put('other', { key_sha256: first.key_sha256 }),
      await put('ci', { key_sha256: first.key_sha256, as: EVE.email }),
    ];
    expect(conflicts.map(({ status, body }) => [status, body.code as string])).toEqual(
      conflicts.map(() => [409, 'key_exists']),
    );
    await admin.delete(`/${subdomain}/keys/ci`).expect(204);
    expect((await put('ci', { key_sha256: first.key_sha256 })).status).toBe(409);
    await put('ci', { key_sha256: second.key_sha256 }).expect(201);
    expect([await statusWith(first.key), await statusWith(second.key)]).toEqual([401, 200]);
  });

  it('is made once, however many put it at the same time', async () => {
    const { key_sha256 } = ownKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => put('ci', { key_sha256 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(19).fill(200), 201]);
    const digests = await Promise.all(
      Array.from({ length: 10 }, () => put('race', { key_sha256: ownKey().key_sha256 })),
    );
    expect(digests.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
  });

  // @proves E-25-10
  it('is made once under one name, however many put its digest at the same time under others', async () => {
    for (let round = 0; round < 5; round++) {
      const { key_sha256 } = ownKey();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => put(`one ${round} ${index}`, { key_sha256 })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
    }
  });
});

describe('a key that the service makes', () => {
  // @proves E-25-9
  it('is shown once, works, and has all scopes unless the body names some', async () => {
    const { body } = await put('all', {}).expect(201);
    expect(body.api_key).toMatchObject({ scopes: null, expires_at: null, team_member: null });
    expect(body.key).toMatch(/^desk_/);
    expect(await statusWith(body.key as string, '/customers/a')).toBe(404);
    expect(JSON.stringify(await listed())).not.toContain(body.key);
  });

  it('takes the place of one that has ended', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await put('short', { expires_at: later }).expect(201);
    await put('short', {}).expect(409);
    const { workspace } = await app.operator.show(subdomain);
    await endKey(app.database, workspace.id, 'short');
    await put('short', {}).expect(201);
  });

  // @proves E-25-10
  it.each([
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: ['tickets:read', 'nothing'] }],
    ['scopes', { scopes: 'tickets:read' }],
    ['expires_at', { expires_at: 'tomorrow' }],
    ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
    ['requests_per_minute', { requests_per_minute: 0 }],
    ['as', { as: 'eve' }],
    ['key_sha256', { key_sha256: 'abc' }],
    ['key_sha256', { key_sha256: null }],
    ['nonsense', { nonsense: 1 }],
  ])('is refused for a wrong %s: %j', async (field, body) => {
    const refused = await put('wrong', body).expect(422);
    expect(fieldErrors(refused)).toEqual([field]);
    expect(await listed()).toEqual([]);
  });

  it('is refused for a member that is not there, for a name of two lines, and in a workspace that is not there', async () => {
    expect((await put('a', { as: 'nobody@acme.example' }).expect(404)).body.code).toBe(
      'team_member_not_found',
    );
    expect(fieldErrors(await put('a\nb', {}).expect(422))).toEqual(['name']);
    await admin.put('/nobody/keys/a', {}).expect(404);
  });
});

describe('a route whose answer may show a key', () => {
  // @proves E-25-9
  it('refuses an Idempotency-Key, and does nothing then', async () => {
    await put('ci', {}).expect(201);
    const before = await listed();
    const { key_sha256 } = ownKey();
    for (const request of [
      () => put('new', {}),
      () => put('own', { key_sha256 }),
      () => admin.post(`/${subdomain}/keys/ci/rotate`, { overlap_seconds: 0 }),
    ]) {
      const { body } = await request().set('Idempotency-Key', '"one"').expect(400);
      expect(body.code).toBe('malformed_header');
    }
    expect(await listed()).toEqual(before);
    await put('new', {}).expect(201);
    await put('own', { key_sha256 }).expect(201);
    await admin.post(`/${subdomain}/keys/ci/rotate`, { overlap_seconds: 0 }).expect(201);
  });
});

describe('rotating and revoking by name', () => {
  // @proves E-25-10
  it('makes a successor, and the old key works until the overlap ends', async () => {
    const old = (await put('ci', { scopes: ['tickets:read'] })).body.key as string;
    const { body } = await admin.post(`/${subdomain}/keys/ci/rotate`, { overlap_seconds: 3_600 }).expect(201);
    expect(body.api_key).toMatchObject({ name: 'ci', scopes: ['tickets:read'] });
    expect([await statusWith(old), await statusWith(body.key as string)]).toEqual([200, 200]);
    const now = await admin.post(`/${subdomain}/keys/ci/rotate`, { overlap_seconds: 0 }).expect(201);
    await until(async () => (await statusWith(body.key as string)) === 401);
    expect(await statusWith(now.body.key as string)).toBe(200);
    await admin.delete(`/${subdomain}/keys/ci`).expect(204);
    await until(
      async () => (await statusWith(old)) === 401 && (await statusWith(now.body.key as string)) === 401,
    );
    await admin.post(`/${subdomain}/keys/ci/rotate`).expect(404);
    await admin.delete(`/${subdomain}/keys/ci`).expect(404);
  });

  it('is 404 for a name that no key can have', async () => {
    await admin.post(`/${subdomain}/keys/%00/rotate`).expect(404);
    await admin.delete(`/${subdomain}/keys/ci%00`).expect(404);
  });

  // @proves E-25-10
  it('refuses a name that several keys have, which only `desk` makes, and a wrong overlap', async () => {
    const desk = Desk.on(app.database);
    for (const _again of [1, 2]) await desk.output(['keys', 'create', subdomain, '--name', 'twice']);
    const { body } = await admin.post(`/${subdomain}/keys/twice/rotate`).expect(409);
    expect(body.code).toBe('key_name_ambiguous');
    await admin.delete(`/${subdomain}/keys/twice`).expect(204);
    await put('ci', {}).expect(201);
    const refused = await admin.post(`/${subdomain}/keys/ci/rotate`, { overlap_seconds: -1 }).expect(422);
    expect(fieldErrors(refused)).toEqual(['overlap_seconds']);
  });

  it('lists keys as `desk keys list` does, in pages', async () => {
    await put('a', {}).expect(201);
    await put('b', { as: EVE.email }).expect(201);
    const desk = await Desk.on(app.database).json(['keys', 'list', subdomain, '--json']);
    expect(await listed()).toEqual(desk);
    const { body } = await admin.get(`/${subdomain}/keys?page_size=1&page_number=2`).expect(200);
    expect(body).toMatchObject({
      api_keys: [{ name: 'b' }],
      pagination: { total_records: 2, total_pages: 2 },
    });
    await admin.get('/nobody/keys').expect(404);
    expect((await aProvisionedWorkspace(app)).key).toMatch(/^desk_/);
  });
});
