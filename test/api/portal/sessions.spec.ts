import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { EVE, TWO_AGENTS } from '../../support/data/comments.js';
import { aSession } from '../../support/data/sessions.js';
import type { ApiClient } from '../../support/servers/api-client.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;
let maker: ApiClient;

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
  maker = acme.client;
});

const making = (body: object) => maker.post('/customer-sessions', body);
const refusedAt = async (body: object) =>
  ((await making(body).expect(422)).body as { field_errors: { field: string }[] }).field_errors.map(
    ({ field }) => field,
  );

describe('a session', () => {
  // @proves E-30-1, E-30-3, E-30-7
  it('is made for a known customer, and its name stays as it is', async () => {
    await aTicket(acme, { email: 'ann@customer.example', name: 'Ann Lee' });
    const { token, customer, expires_at } = await aSession(acme, {
      email: 'ANN@customer.example',
      name: 'Somebody else',
    });
    expect(token).toMatch(/^desks_[0-9A-Za-z]{38}$/);
    expect(customer).toMatchObject({ name: 'Ann Lee', email: 'ann@customer.example' });
    const seconds = (Date.parse(expires_at) - Date.now()) / 1_000;
    expect(Math.round(seconds / 100)).toBe(36);
  });

  // @proves E-30-3
  it('makes the customer of an unknown address, with its name', async () => {
    const { customer } = await aSession(acme, { email: 'new@customer.example', name: 'New Person' });
    expect(customer).toMatchObject({ name: 'New Person', email: 'new@customer.example' });
    const { body } = await acme.client.get(`/customers/${customer.id}`).expect(200);
    expect(body.customer.first_name).toBe('New');
  });

  // @proves E-30-2, E-30-3
  it('needs one customer, an end within a day and exact origins', async () => {
    const { customer } = await aSession(acme);
    expect(await refusedAt({})).toEqual(['customer_id']);
    expect(await refusedAt({ customer_id: customer.id, email: 'a@customer.example' })).toEqual(['email']);
    expect(await refusedAt({ customer_id: 'a0000000-0000-4000-8000-000000000000' })).toEqual(['customer_id']);
    expect(await refusedAt({ email: EVE.email })).toEqual(['email']);
    for (const expires_in of [299, 86_401, '300', 300.5, null])
      expect(await refusedAt({ email: 'a@customer.example', expires_in })).toEqual(['expires_in']);
    for (const origin of [
      'null',
      '*',
      'https://SHOP.example',
      'https://shop.example/',
      'https://shop.example:443',
      `https://${'a.'.repeat(150)}example`,
      7,
    ])
      expect(await refusedAt({ email: 'a@customer.example', origins: [origin] })).toEqual(['origins']);
    const six = Array.from({ length: 6 }, (_one, index) => `https://shop${index}.example`);
    expect(await refusedAt({ email: 'a@customer.example', origins: six })).toEqual(['origins']);
    expect(await refusedAt({ email: 'a@customer.example', company: 'yes', surprise: 1 })).toEqual([
      'surprise',
      'company',
    ]);
  });

  // @proves E-30-1
  it('needs a scope that a key must name', async () => {
    const wide = acme.clientWith(await aKey(acme, 'wide'));
    const { status, body } = await wide.post('/customer-sessions', { email: 'a@customer.example' });
    expect([status, body.code, body.error]).toEqual([
      403,
      'missing_scope',
      'This API key lacks the scope customers:impersonate.',
    ]);
    const { body: own } = await wide.get('/api-keys/current').expect(200);
    expect(own.api_key.scopes).not.toContain('customers:impersonate');
  });

  // @proves E-30-1
  it('keeps no reply', async () => {
    const { body } = await making({ email: 'a@customer.example' }).set('Idempotency-Key', 'x').expect(400);
    expect(body.code).toBe('malformed_header');
  });

  it('lives no longer than its key', async () => {
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    const key = await aKey(acme, 'short', { scopes: ['customers:impersonate'], expiresAt });
    const { expires_at } = await aSession(acme, {}, key);
    expect(expires_at).toBe(expiresAt);
  });
});

describe('the sessions of a customer', () => {
  // @proves E-30-4, E-30-5
  it('are listed without tokens, the newest first, until they end', async () => {
    const email = 'listed@customer.example';
    const first = await aSession(acme, { email });
    const second = await aSession(acme, { email, origins: ['https://shop.example'], company: true });
    const list = async () =>
      (await maker.get(`/customer-sessions?customer_id=${first.customer.id}`).expect(200)).body;
    const { customer_sessions: shown, pagination } = await list();
    expect((shown as { id: string }[]).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(shown[0]).toMatchObject({ company: true, origins: ['https://shop.example'] });
    expect(JSON.stringify(shown)).not.toContain('desks_');
    expect(pagination.total_records).toBe(2);
    await maker.delete(`/customer-sessions/${first.id}`).expect(204);
    expect((await list()).pagination.total_records).toBe(1);
    await maker.delete(`/customer-sessions/${first.id}`).expect(404);
  });

  // @proves E-30-5
  it('are named by their customer', async () => {
    for (const send of [() => maker.get('/customer-sessions'), () => maker.delete('/customer-sessions')]) {
      const { body } = await send().expect(422);
      expect(body.field_errors).toEqual([{ field: 'customer_id', message: 'is required' }]);
    }
  });

  // @proves E-30-5
  it('are not ended by the Idempotency-Key of a request for another customer', async () => {
    const [one, other] = [
      await aSession(acme, { email: 'one@customer.example' }),
      await aSession(acme, { email: 'other@customer.example' }),
    ];
    const end = ({ customer }: typeof one) =>
      maker.delete(`/customer-sessions?customer_id=${customer.id}`).set('Idempotency-Key', 'once');
    await end(one).expect(204);
    const again = await end(one).expect(204);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const { body } = await end(other).expect(422);
    expect(body.code).toBe('idempotency_key_reused');
    await end(other).set('Idempotency-Key', 'another').expect(204);
    const listed = await maker.get(`/customer-sessions?customer_id=${other.customer.id}`);
    expect(listed.body.pagination.total_records).toBe(0);
  });
});
