import supertest from 'supertest';
import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { tagOf } from '../../support/expectations.js';
import { aField } from '../../support/data/fields.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, { fields: [{ name: 'Order', kind: 'text' }] });
});

const read = async (path: string) => {
  const response = await acme.client.get(path);
  expect(response.status).toBe(200);
  return response;
};
const legacy = (number: number) => `/api/v1/public/tickets/${number}`;

describe('the ETag of a ticket', () => {
  it('is the same by number and by id, for every key, until something changes', async () => {
    const { number, id } = await aTicket(acme);
    const other = acme.clientWith(await aKey(acme, 'other'));
    const tag = tagOf(await read(`/tickets/${number}`));
    expect(tagOf(await read(`/tickets/${number}`))).toBe(tag);
    expect(tagOf(await read(`/tickets/${id}`))).toBe(tag);
    expect(tagOf(await other.get(`/tickets/${number}`))).toBe(tag);
  });

  it('comes with every write, of either version, and is the one that the next reader gets', async () => {
    const { number } = await aTicket(acme);
    const before = tagOf(await read(`/tickets/${number}`));
    for (const [method, path, body] of [
      ['put', `/tickets/${number}`, { subject: 'Put' }],
      ['patch', `/tickets/${number}`, { subject: 'Patched' }],
      ['put', legacy(number), { subject: 'Legacy' }],
      ['put', legacy(number), { ticket_fields: { Order: 'not in the reduced shape' } }],
    ] as const) {
      const last = tagOf(await read(`/tickets/${number}`));
      const written = tagOf(await acme.client.request(method, path).send(body));
      expect(written).not.toBe(last);
      expect(written).not.toBe(before);
      expect(tagOf(await read(`/tickets/${number}`))).toBe(written);
    }
  });

  it('stays when an update changes nothing', async () => {
    const { number } = await aTicket(acme, { subject: 'Same' });
    const tag = tagOf(await read(`/tickets/${number}`));
    expect(tagOf(await acme.client.put(`/tickets/${number}`, { subject: 'Same' }))).toBe(tag);
  });

  it('changes with what is shown of others, such as the name of a field', async () => {
    const { id } = await aField(acme, { name: 'Before', kind: 'text' });
    const { number } = await aTicket(acme, { ticket_fields: { Before: 'x' } });
    const tag = tagOf(await read(`/tickets/${number}`));
    await acme.client.patch(`/fields/${id}`, { field: { name: 'After' } });
    expect(tagOf(await read(`/tickets/${number}`))).not.toBe(tag);
  });
});

describe('an ETag', () => {
  // @proves E-13-11
  it('comes with a field that is read, made or changed, and with a customer that is made', async () => {
    const made = await acme.client.post('/fields', { field: { name: 'Tagged', kind: 'text' } });
    const path = `/fields/${made.body.field.id}`;
    expect(tagOf(await read(path))).toBe(tagOf(made));
    const changed = await acme.client.patch(path, { field: { display_order: 77 } });
    expect(tagOf(changed)).not.toBe(tagOf(made));
    expect(tagOf(await read(path))).toBe(tagOf(changed));
    const customer = await acme.client.post('/customers', {
      customer: { emails: ['tagged@customer.example'] },
    });
    expect(tagOf(await read(`/customers/${customer.body.customer.id}`))).toBe(tagOf(customer));
  });

  it('comes with no list, no notice and no refusal', async () => {
    const customer = { emails: ['untagged@customer.example'] };
    const responses = await Promise.all([
      acme.client.get('/tickets'),
      acme.client.get('/fields'),
      acme.client.get('/forms'),
      acme.client.post('/api/v1/public/customers', { customer }),
      acme.client.get('/tickets/999999'),
      acme.client.put('/tickets/1', { subject: '' }),
      acme.stranger.get('/tickets/1'),
    ]);
    expect(responses.map(({ headers }) => headers['etag'])).toEqual(responses.map(() => undefined));
  });
});

describe('a reader with If-None-Match', () => {
  const readIf = (path: string, value: string) => acme.client.get(path).set('If-None-Match', value);

  it('gets 304 without a body for a known state', async () => {
    const { number } = await aTicket(acme);
    const { id } = await aField(acme, { name: 'Known', kind: 'text' });
    for (const path of [`/tickets/${number}`, `/api/v1/public/tickets/${number}`, `/fields/${id}`]) {
      const tag = tagOf(await read(path));
      for (const value of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
        const response = await readIf(path, value);
        expect([response.status, response.text, tagOf(response)]).toEqual([304, '', tag]);
        expect(response.headers['content-type']).toBeUndefined();
        expect(response.headers['content-length']).toBeUndefined();
        expect(response.headers['x-request-id']).toMatch(/./);
      }
    }
  });

  it('gets the same by HEAD', async () => {
    const { number } = await aTicket(acme);
    const tag = tagOf(await read(`/tickets/${number}`));
    const head = (value: string) =>
      supertest(app.url)
        .head(`/api/external/v2/tickets/${number}`)
        .set({ Host: `${acme.subdomain}.${BASE_DOMAIN}`, 'X-Api-Key': acme.key, 'If-None-Match': value });
    const [known, other] = [await head(tag), await head('"x"')];
    expect([known.status, tagOf(known), other.status, tagOf(other)]).toEqual([304, tag, 200, tag]);
  });

  it('gets everything when its tag is outdated, and 404 when there is no resource', async () => {
    const { number } = await aTicket(acme);
    const tag = tagOf(await read(`/tickets/${number}`));
    const response = await readIf(`/tickets/${number}`, '"x"');
    expect([response.status, response.body.ticket.number, tagOf(response)]).toEqual([200, number, tag]);
    expect((await readIf('/tickets/999999', '*')).status).toBe(404);
    expect((await readIf('/tickets', '*')).status).toBe(200);
  });

  it('is refused when the header is malformed', async () => {
    const { number } = await aTicket(acme);
    for (const value of ['', 'x', '"x', '*, "x"']) {
      const { status, body } = await readIf(`/tickets/${number}`, value);
      expect([value, status, body.code, body.error]).toEqual([
        value,
        400,
        'malformed_header',
        'The header If-None-Match must be * or a list of entity tags in double quotes.',
      ]);
    }
  });
});
