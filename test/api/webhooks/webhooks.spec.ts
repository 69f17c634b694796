import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aWebhook } from '../../support/data/webhooks.js';
import { apiRoutesOf } from '../../support/routes.js';
import { startTestApp, useDesk } from '../../support/test-app.js';

const URL = 'https://receiver.example/desk';
const UNKNOWN_ID = 'a0000000-0000-4000-8000-000000000000';
const TYPES = ['ticket.created'];

const app = useDesk({ webhooks: { allowsHttp: false } });
let acme: TestWorkspace;

beforeEach(async () => {
  acme = await aWorkspace(app);
});

// @proves E-18-1, E-18-2
describe('a webhook', () => {
  it('is made with a secret that is shown once', async () => {
    const made = await acme.client.post('/webhooks', { url: URL, types: TYPES }).expect(201);
    const { secret, ...webhook } = made.body.webhook as { secret: string; id: string };
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({
      ...{ url: URL, types: TYPES, include_notes: false, include_silent: false },
      ...{ state: 'active', disabled_reason: null, secrets: [{ expires_at: null }] },
    });
    expect(made.headers['location']).toBe(`/api/external/v2/webhooks/${webhook.id}`);
    const read = await acme.client.get(`/webhooks/${webhook.id}`).expect(200);
    expect(read.body).toEqual({ webhook });
    expect(made.headers['etag']).toBe(read.headers['etag']);
    const { body } = await acme.client.get('/webhooks').expect(200);
    expect(body.webhooks).toEqual([webhook]);
  });

  it('is tried, and gets older events again, when a client asks for it', async () => {
    const { id } = await aWebhook(acme, { url: URL, state: 'disabled' });
    await aTicket(acme);
    const { body } = await acme.client.post(`/webhooks/${id}/test`).expect(202);
    expect(body.delivery).toMatchObject({ state: 'pending' });
    await app.operator.work(acme.scope.workspaceId);
    const again = await acme.client.post(`/webhooks/${id}/replay`, {}).expect(202);
    expect(again.body).toEqual({ replay: { deliveries: 1, next_after: null } });
  });

  it('changes what is named, if it is as the client expects', async () => {
    const { id } = await aWebhook(acme, { url: URL });
    const { headers } = await acme.client.get(`/webhooks/${id}`);
    await acme.client.get(`/webhooks/${id}`).set('If-None-Match', String(headers['etag'])).expect(304);
    const change = { include_notes: true, types: ['form.updated'] };
    const changed = await acme.client
      .patch(`/webhooks/${id}`, change)
      .set('If-Match', String(headers['etag']))
      .expect(200);
    expect(changed.body.webhook).toMatchObject({ url: URL, ...change });
    await acme.client.patch(`/webhooks/${id}`, change).set('If-Match', String(headers['etag'])).expect(412);
  });

  it('is gone when it is deleted', async () => {
    const { id } = await aWebhook(acme, { url: URL });
    await acme.client.delete(`/webhooks/${id}`).expect(204);
    await acme.client.get(`/webhooks/${id}`).expect(404);
    expect((await acme.client.get('/webhooks')).body.webhooks).toEqual([]);
  });

  // @proves E-18-9
  it.each([
    ['another scheme', { url: 'ftp://receiver.example' }, 'url'],
    ['http', { url: 'http://receiver.example' }, 'url'],
    ['a user', { url: 'https://me@receiver.example' }, 'url'],
    ['a password', { url: 'https://:secret@receiver.example' }, 'url'],
    ['no address', { url: 'receiver' }, 'url'],
    ['an address without a host', { url: 'https://' }, 'url'],
    ['a long address', { url: `https://receiver.example/${'a'.repeat(2_000)}` }, 'url'],
    ['no types', { types: [] }, 'types'],
    ['an unknown type', { types: ['ticket.exploded'] }, 'types'],
    ['a type twice', { types: ['ticket.created', 'ticket.created'] }, 'types'],
    ['no flag', { include_notes: 'yes' }, 'include_notes'],
    ['an unknown state', { state: 'deleted' }, 'state'],
    ['an unknown property', { secret: 'whsec_mine' }, 'secret'],
  ])('is refused with %s', async (_what, wrong, field) => {
    const { body } = await acme.client.post('/webhooks', { url: URL, types: TYPES, ...wrong }).expect(422);
    expect(body.field_errors).toMatchObject([{ field }]);
    const { id } = await aWebhook(acme, { url: URL });
    const refused = await acme.client.patch(`/webhooks/${id}`, wrong).expect(422);
    expect(refused.body.field_errors).toMatchObject([{ field }]);
  });

  it('is refused above 20, even when several are made at once', async () => {
    const make = () => acme.client.post('/webhooks', { url: URL, types: TYPES });
    for (let made = 0; made < 18; made++) await make().expect(201);
    const statuses = (await Promise.all([make(), make(), make(), make()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 422, 422]);
  });

  it('is not seen by other workspaces, nor with another scope', async () => {
    const { id } = await aWebhook(acme, { url: URL });
    const other = await aWorkspace(app);
    await other.client.get(`/webhooks/${id}`).expect(404);
    await other.client.patch(`/webhooks/${id}`, { state: 'disabled' }).expect(404);
    const reader = acme.clientWith(await aKey(acme, 'reader', { scopes: ['events:read'] }));
    await reader.get('/webhooks').expect(403);
  });
});

describe('an answer that shows a secret', () => {
  it('is not kept, so Idempotency-Key is refused', async () => {
    const { id } = await aWebhook(acme, { url: URL });
    const webhook = { url: URL, types: TYPES };
    await acme.client.post('/webhooks', webhook).set('Idempotency-Key', 'k').expect(400);
    await acme.client.post(`/webhooks/${id}/secrets`).set('Idempotency-Key', 'k').expect(400);
    expect((await acme.client.get('/webhooks')).body.webhooks).toHaveLength(1);
    await acme.client.patch(`/webhooks/${id}`, { state: 'disabled' }).set('Idempotency-Key', 'k').expect(200);
  });
});

// @proves E-18-3
describe('a secret', () => {
  it('stays beside a new one for 24 hours, and can be deleted before; the newest one cannot', async () => {
    const { id, secrets } = await aWebhook(acme, { url: URL });
    const [old] = secrets;
    const { body } = await acme.client.post(`/webhooks/${id}/secrets`).expect(201);
    const shown = (await acme.client.get(`/webhooks/${id}`)).body.webhook.secrets as typeof secrets;
    expect(shown.map((secret) => [secret.id, secret.expires_at === null])).toEqual([
      [body.secret.id, true],
      [old?.id, false],
    ]);
    const hours = (Date.parse(shown[1]?.expires_at ?? '') - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    await acme.client.delete(`/webhooks/${id}/secrets/${body.secret.id}`).expect(422);
    await acme.client.delete(`/webhooks/${id}/secrets/${old?.id}`).expect(204);
    await acme.client.delete(`/webhooks/${id}/secrets/${old?.id}`).expect(404);
  });

  it('is refused above 5', async () => {
    const { id } = await aWebhook(acme, { url: URL });
    for (let made = 1; made < 5; made++) await acme.client.post(`/webhooks/${id}/secrets`).expect(201);
    await acme.client.post(`/webhooks/${id}/secrets`).expect(422);
  });
});

// @proves E-18-12
describe('SECRETS_KEY', () => {
  it('is needed: without it every route answers 503 with a sentence', async () => {
    const keyless = await startTestApp({ secretsKeys: [] });
    const { client } = await aWorkspace(keyless);
    const routes = (await apiRoutesOf(keyless)).filter(({ path }) => path.includes('/webhooks'));
    expect(routes).toHaveLength(12);
    for (const { method, path } of routes) {
      const { status, body } = await client.request(method, path.replace(/:\w+/g, UNKNOWN_ID));
      expect([method, path, status, body.code]).toEqual([method, path, 503, 'secrets_key_missing']);
      expect(body.error).toMatch(/^Webhooks need a key .* SECRETS_KEY\.$/);
    }
    await client.get('/events').expect(200);
    await keyless.stop();
  });
});
