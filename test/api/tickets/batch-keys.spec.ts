import { randomUUID } from 'node:crypto';
import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import type { ApiClient } from '../../support/servers/api-client.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

const batch = (client: ApiClient, operations: readonly object[]) =>
  client.post('/tickets/batch', { operations });
const update = (ticket: number, body: object) => ({ op: 'update', ticket, body });
const NEW = { email: 'new@customer.example', subject: 'New', description: '<p>Help</p>' };
const shown = async (ticket: number) => (await acme.client.get(`/tickets/${ticket}`)).body.ticket;

describe('the key of a batch', () => {
  // @proves E-32-8
  it('has each operation counted in its rate limit, and the batch refused whole when too few requests are left', async () => {
    const client = acme.clientWith(await aKey(acme, randomUUID(), { requestsPerMinute: 10 }));
    const { number } = await aTicket(acme, { subject: 'Stays' });
    const four = Array.from({ length: 4 }, () => update(number, {}));
    const first = await batch(client, four).expect(200);
    expect(first.headers['ratelimit']).toMatch(/r=6;/);
    const eight = [...four, ...four].map((each) => ({ ...each, body: { subject: 'Changed' } }));
    const refused = await batch(client, eight).expect(429);
    expect(refused.body.code).toBe('rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await shown(number)).subject).toBe('Stays');
    const last = await batch(client, four).expect(200);
    expect(last.headers['ratelimit']).toMatch(/r=1;/);
  });

  it('is told that waiting does not help when the batch has more operations than its limit', async () => {
    const client = acme.clientWith(await aKey(acme, randomUUID(), { requestsPerMinute: 3 }));
    const { number } = await aTicket(acme, { subject: 'Stays' });
    const four = Array.from({ length: 4 }, () => update(number, { subject: 'Changed' }));
    const { body } = await batch(client, four).expect(429);
    expect(body).toMatchObject({
      code: 'rate_limited',
      error:
        'This request counts as 4 requests, and this API key may send 3 in a minute: send fewer operations at once.',
    });
    await batch(client, four.slice(0, 2)).expect(200);
    expect((await shown(number)).subject).toBe('Changed');
  });

  it('changes nothing without the scope', async () => {
    const client = acme.clientWith(await aKey(acme, randomUUID(), { scopes: ['tickets:read'] }));
    await batch(client, [{ op: 'create', body: NEW }]).expect(403);
  });
});
