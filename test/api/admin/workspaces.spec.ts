import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { aProvisionedWorkspace, newSubdomain } from '../../support/data/admin.js';
import { FURNISHED } from '../../support/data/manifests/manifests.js';
import { AdminClient, ADMIN_KEYS } from '../../support/servers/admin-client.js';
import { ApiClient } from '../../support/servers/api-client.js';
import { typoOf } from '../../support/data/builders.js';
import { Desk } from '../../support/servers/desk.js';
import { messagesOf } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';
import { aSecondLater, until } from '../../support/until.js';

const app = useDesk({ adminKeys: ADMIN_KEYS });
const admin = new AdminClient(app);
const NAMED = { workspace: { name: 'Globex' } };

/** The newest entries of the audit trail of a workspace: who did what. */
async function trail(subdomain: string): Promise<unknown[]> {
  const text = await Desk.on(app.database).output(['audit', 'show', subdomain, '--json']);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { action: string; actor: string; request_id: string })
    .map(({ action, actor, request_id }) => [action, actor, request_id]);
}

describe('a manifest that a program puts', () => {
  // @proves E-25-7
  it('makes a workspace, changes it, and changes nothing when it comes again', async () => {
    const subdomain = newSubdomain();
    const made = await admin.put(`/${subdomain}`, NAMED).expect(201);
    expect(made.body).toEqual({
      workspace: { id: expect.any(String), subdomain, name: 'Globex' },
      changes: expect.arrayContaining([`created workspace "${subdomain}"`, 'created status "open"']),
    });
    const again = await admin.put(`/${subdomain}`, NAMED).expect(200);
    expect(again.body).toEqual({ workspace: made.body.workspace, changes: [] });
    const other = { workspace: { subdomain, name: 'Globex Ltd' }, groups: [{ name: 'Support' }] };
    const changed = await admin.put(`/${subdomain.toUpperCase()}`, other).expect(200);
    expect(changed.body.changes).toEqual([
      `renamed workspace "${subdomain}" to "Globex Ltd"`,
      'created group "Support"',
    ]);
  });

  it('makes more members, customers and categories than one statement takes, and knows all of them', async () => {
    const { subdomain, client } = await aProvisionedWorkspace(app);
    const numbered = <Item>(make: (index: number) => Item): Item[] =>
      Array.from({ length: 1_001 }, (_, index) => make(index));
    const many = {
      groups: [{ name: 'Billing' }],
      team_members: numbered((at) => ({
        email: `m${at}@acme.example`,
        first_name: 'Kim',
        groups: ['Billing'],
      })),
      customers: numbered((at) => ({ email: `c${at}@customer.example` })),
      categories: numbered((at) => ({ name: `Category ${at}` })),
    };
    const made = await admin.put(`/${subdomain}`, { ...NAMED, ...many }).expect(200);
    for (const change of [
      'created team member m1000@acme.example',
      'created customer c1000@customer.example',
    ])
      expect(made.body.changes).toContain(change);
    expect((await admin.put(`/${subdomain}`, { ...NAMED, ...many }).expect(200)).body.changes).toEqual([]);
    const { body } = await client.get('/team-members?email=m1000@acme.example').expect(200);
    expect(body.team_members).toMatchObject([{ groups: ['Billing'] }]);
    const last = await client.get('/categories?page_size=100&page_number=11').expect(200);
    expect(last.body.categories).toContainEqual(expect.objectContaining({ name: 'Category 1000' }));
  });

  // @proves E-25-7
  it('keeps nothing with dry_run, and says what it would change', async () => {
    const subdomain = newSubdomain();
    const { body } = await admin.put(`/${subdomain}?dry_run=true`, NAMED).expect(200);
    expect(body).toMatchObject({ workspace: { id: null, subdomain } });
    expect(body.changes[0]).toBe(`created workspace "${subdomain}"`);
    await admin.get(`/${subdomain}`).expect(404);
    const refused = await admin.put(`/${subdomain}?dry_run=perhaps`, NAMED).expect(422);
    expect(messagesOf(refused)).toEqual(['dry_run must be one of true, false']);
  });

  // @proves E-25-7
  it('is refused with all its problems at once, by path, and changes nothing', async () => {
    const { subdomain } = await aProvisionedWorkspace(app);
    const wrong = {
      workspace: { subdomain: 'another', name: '', colour: 7 },
      fields: [{ name: 'Plan', kind: 'nothing' }],
      forms: [{ title: 'Contact', slug: 'contact', fields: ['Unknown'] }],
      nonsense: true,
    };
    const { body } = await admin.put(`/${subdomain}`, wrong).expect(422);
    expect(body.code).toBe('invalid_manifest');
    expect((body.field_errors as { field: string }[]).map(({ field }) => field).sort()).toEqual([
      'fields[0].kind',
      'forms[0].fields[0]',
      'nonsense',
      'workspace.colour',
      'workspace.name',
      'workspace.subdomain',
    ]);
    expect((await admin.get(`/${subdomain}`)).body.workspace.name).toBe(subdomain);
  });

  it.each([
    ['a list', []],
    ['nothing', undefined],
    ['no workspace', {}],
    ['a workspace that is none', { workspace: 7 }],
    ['a subdomain that is none', { workspace: { subdomain: 7, name: 'A' } }],
    ['a name of another kind', { workspace: { name: ['A'] } }],
  ])('with %s is refused', async (_what, body) => {
    const { status } = await admin.put(`/${newSubdomain()}`, body);
    expect([400, 422]).toContain(status);
  });

  it('is refused in an address that no workspace can have, and when it is too large', async () => {
    const { body } = await admin.put('/a_b', NAMED).expect(422);
    expect(body.field_errors[0].field).toBe('workspace.subdomain');
    const many = { ...NAMED, groups: Array.from({ length: 50_001 }, (_, place) => ({ name: `G${place}` })) };
    expect((await admin.put(`/${newSubdomain()}`, many).expect(400)).body.code).toBe('unreadable_manifest');
    const large = { workspace: { name: 'A', mail_footer: 'x'.repeat(4 * 1024 * 1024) } };
    expect((await admin.put(`/${newSubdomain()}`, large).expect(413)).body.code).toBe('body_too_large');
  });

  // @proves E-25-12
  it('is in the audit trail, with the admin and the id of the request', async () => {
    const subdomain = newSubdomain();
    await admin.put(`/${subdomain}`, NAMED).set('X-Request-Id', 'the-request').expect(201);
    expect(await trail(subdomain)).toContainEqual(['workspace.created', 'admin tests', 'the-request']);
  });
});

describe('the manifest that a program gets', () => {
  // @proves E-25-8
  it.each(['acme', 'globex'])('of the example %s changes nothing when it is put again', async (name) => {
    const example = parse(await readFile(`examples/${name}.workspace.yaml`, 'utf8')) as typeof NAMED;
    const { workspace } = example;
    const subdomain = newSubdomain();
    await admin.put(`/${subdomain}`, { ...example, workspace: { ...workspace, subdomain } }).expect(201);
    const { body } = await admin.get(`/${subdomain}`).expect(200);
    expect((await admin.put(`/${subdomain}`, body as object).expect(200)).body.changes).toEqual([]);
  });

  it('of an unknown workspace is 404', async () => {
    const { body } = await admin.get('/nobody').expect(404);
    expect(body).toEqual({ error: 'There is no workspace "nobody".', code: 'workspace_not_found' });
    await admin.get('/%00').expect(404);
    await admin.post('/a%00/suspend').expect(404);
    await admin.put('/%00', NAMED).expect(422);
  });
});

describe('the list of workspaces', () => {
  // @proves E-25-8
  it('has pages, and shows the state of each workspace', async () => {
    const { subdomain } = await aProvisionedWorkspace(app);
    await admin.post(`/${subdomain}/suspend`).expect(200);
    const total = (await admin.get('?page_size=1').expect(200)).body.pagination.total_records as number;
    const pages = Array.from({ length: Math.ceil(total / 100) }, (_, page) => page + 1);
    const found: { subdomain: string }[] = [];
    for (const page of pages)
      found.push(
        ...((await admin.get(`?page_size=100&page_number=${page}`).expect(200)).body.workspaces as []),
      );
    expect(found.find((one) => one.subdomain === subdomain)).toMatchObject({
      ...{ name: subdomain, state: 'suspended' },
      suspended_at: expect.any(String),
    });
    const names = found.map((one) => one.subdomain);
    expect(names).toEqual([...names].sort());
    await admin.get('?page_number=0').expect(422);
  });
});

describe('a workspace that a program suspends', () => {
  // @proves E-25-1, E-25-12
  it('refuses its keys within a second until it is resumed, and both requests can be repeated', async () => {
    const { subdomain, client } = await aProvisionedWorkspace(app);
    await client.get('/tickets').expect(200);
    for (const _again of [1, 2])
      expect((await admin.post(`/${subdomain}/suspend`).expect(200)).body.workspace).toMatchObject({
        ...{ subdomain, state: 'suspended' },
      });
    expect((await aSecondLater(() => client.get('/tickets'))).status).toBe(403);
    for (const _again of [1, 2])
      expect((await admin.post(`/${subdomain}/resume`).expect(200)).body.workspace).toMatchObject({
        ...{ state: 'active', suspended_at: null },
      });
    expect((await aSecondLater(() => client.get('/tickets'))).status).toBe(200);
    const actions = (await trail(subdomain)).slice(0, 2) as string[][];
    expect(actions.map(([action, actor]) => [action, actor])).toEqual([
      ['workspace.resumed', 'admin tests'],
      ['workspace.suspended', 'admin tests'],
    ]);
    await admin.post('/nobody/suspend').expect(404);
  });
});

describe('a workspace that a program deletes', () => {
  // @proves E-25-11
  it('is 404 within a second, frees its subdomain at once, and is gone soon', async () => {
    const { subdomain, client } = await aProvisionedWorkspace(app, FURNISHED);
    const other = await aProvisionedWorkspace(app);
    await client
      .post('/tickets', { email: 'a@customer.example', subject: 'A', description: 'B' })
      .expect(201);
    const { body } = await admin.delete(`/${subdomain}?confirm=${subdomain}`).expect(202);
    expect(body.workspace).toMatchObject({ state: 'deleting', subdomain: `deleting-${body.workspace.id}` });
    await admin.get(`/${subdomain}`).expect(404);
    await admin.delete(`/${subdomain}?confirm=${subdomain}`).expect(404);
    expect((await aSecondLater(() => client.get('/tickets'))).status).toBe(404);
    await until(async () => (await admin.get(`/deleting-${body.workspace.id}`)).status === 404);
    await other.client.get('/tickets').expect(200);
    await admin.put(`/${subdomain}`, NAMED).expect(201);
    expect((await client.get('/tickets')).status).toBe(401);
  });

  it('cannot be resumed, and deleting it again changes nothing', async () => {
    const { subdomain } = await aProvisionedWorkspace(app);
    const { body } = await admin.delete(`/${subdomain}?confirm=${subdomain}`).expect(202);
    const name = String(body.workspace.subdomain);
    expect([200, 404]).toContain((await admin.post(`/${name}/resume`)).status);
    expect([202, 404]).toContain((await admin.delete(`/${name}?confirm=${name}`)).status);
    await until(async () => (await admin.get(`/${name}`)).status === 404);
  });

  // @proves E-25-11
  it.each(['', '?confirm=', '?confirm=another', '?confirm=a&confirm=b'])(
    'is not deleted unless its name is repeated: %s',
    async (query) => {
      const { subdomain, client } = await aProvisionedWorkspace(app);
      const refused = await admin.delete(`/${subdomain}${query}`).expect(422);
      expect(messagesOf(refused)).toEqual(['confirm must repeat the subdomain of the address']);
      expect((await client.get('/tickets')).status).toBe(200);
    },
  );
});

describe('a workspace that a program makes', () => {
  // @proves E-25-9
  it('can be used with its key at once', async () => {
    const { client, subdomain, key } = await aProvisionedWorkspace(app, {}, { scopes: ['tickets:read'] });
    await client.get('/tickets').expect(200);
    await client.post('/tickets', { subject: 'A' }).expect(403);
    await new ApiClient(app, subdomain, typoOf(key)).get('/tickets').expect(401);
  });
});
