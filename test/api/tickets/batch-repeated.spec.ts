import { randomUUID } from 'node:crypto';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { FURNISHED } from '../../support/data/manifests/manifests.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, FURNISHED);
});

const batch = (operations: unknown, more: object = {}) =>
  acme.client.post('/tickets/batch', { operations, ...more });
const update = (ticket: string | number, body: object) => ({ op: 'update', ticket, body });
const create = (body: object) => ({ op: 'create', body });
const NEW = { email: 'new@customer.example', subject: 'New', description: '<p>Help</p>' };
const shown = async (ticket: string | number) => (await acme.client.get(`/tickets/${ticket}`)).body.ticket;

describe('a batch with an Idempotency-Key', () => {
  // @proves E-32-7
  it.each([false, true])('is done once and answers the same bytes again (atomic: %s)', async (atomic) => {
    const { number } = await aTicket(acme);
    const operations = [
      update(number, { subject: randomUUID() }),
      create({ ...NEW, external_id: randomUUID(), source: 'batch' }),
      ...(atomic ? [] : [update(number, { status: 'nope' })]),
    ];
    const key = randomUUID();
    const send = () => batch(operations, { atomic }).set('Idempotency-Key', key);
    const [first, again] = [await send().expect(200), await send().expect(200)];
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(first.body.succeeded).toBe(2);
  });

  it('is read again when its answer is too large to be kept, so that a few do not fill the workspace', async () => {
    const [one, two] = [await aTicket(acme), await aTicket(acme)];
    const description = 'x'.repeat(200_000);
    const operations = [
      update(one.number, { description, tags: ['batch'] }),
      update(999_999, { subject: 'Nobody' }),
      create({ ...NEW, description }),
      update(two.number, { description: 'é'.repeat(100_000) }),
    ];
    const key = randomUUID();
    const send = () => batch(operations).set('Idempotency-Key', key).expect(200);
    const first = await send();
    await acme.client.put(`/tickets/${two.number}`, { subject: 'Later' }).expect(200);
    const again = await send();
    expect(again.headers['idempotent-replayed']).toBe('refreshed');
    const [changed, unknown, raised] = first.body.results;
    expect(again.body).toEqual({
      ...first.body,
      results: [changed, unknown, raised, { status: 200, ticket: await shown(two.number) }],
    });
    expect(raised.ticket.url).toMatch(/^http/);
    expect((await acme.client.get('/tickets?tag=batch')).body.pagination.total_records).toBe(1);
  });
});
