import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import {
  anAddress,
  companyOf,
  storedCustomer,
  storedCustomers,
} from '../../support/data/stored/stored-customers.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;
let globex: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, { companies: [{ name: 'Initech' }] });
  globex = await aWorkspace(app, { companies: [{ name: 'Initech' }] });
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const LEGACY = '/api/v1/public/customers';

const create = (customer: unknown, workspace = acme) => workspace.client.post('/customers', { customer });

describe('a customer', () => {
  // @proves S-2.4-1, S-2.7-2, S-4.6-2, S-4.6-5..12, D-6-2, D-6-14
  it('is created with everything a request can say', async () => {
    const [first, second] = [anAddress('John'), anAddress('John.Luther')];
    const response = await create({
      emails: [first, { email: second, primary: true }],
      first_name: 'John',
      last_name: 'Luther',
      phones: ['+1 555 0100', { phone: '+1 555 0101', label: 'Office' }],
      links: ['https://social.example/john', { url: 'http://customer.example', label: 'Website' }],
      language: 'en',
      time_zone: 'Europe/Berlin',
      description: 'Prefers to be called\nin the morning.',
      company_id: await companyOf(acme),
    });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      customer: { id: expect.stringMatching(UUID), name: 'John Luther', email: second },
    });
    expect(await storedCustomer(acme, response.body.customer.id)).toEqual({
      first_name: 'John',
      last_name: 'Luther',
      language: 'en',
      time_zone: 'Europe/Berlin',
      description: 'Prefers to be called\nin the morning.',
      company_id: await companyOf(acme),
      emails: [
        [first, false],
        [second, true],
      ],
      phones: [
        ['+1 555 0100', null],
        ['+1 555 0101', 'Office'],
      ],
      links: [
        ['https://social.example/john', null],
        ['http://customer.example', 'Website'],
      ],
    });
  });

  // @proves S-4.6-4, S-4.6-17, D-6-15
  it('needs one address only, which is then the primary one and the name', async () => {
    const email = anAddress('Ann');
    const { status, body } = await create({ emails: [email] });
    expect([status, body.customer]).toEqual([200, { id: body.customer.id, name: email, email }]);
    expect(await storedCustomer(acme, body.customer.id)).toEqual({
      first_name: null,
      last_name: null,
      language: null,
      time_zone: null,
      description: null,
      company_id: null,
      emails: [[email, true]],
      phones: null,
      links: null,
    });
  });

  // @proves D-6-14
  it.each([
    [{ first_name: 'Ann' }, 'Ann'],
    [{ last_name: 'Lee' }, 'Lee'],
    [{ first_name: ' ', last_name: 'Lee' }, 'Lee'],
    [{ first_name: '', last_name: '  ' }, null],
  ])('is named by what %j has', async (names, name) => {
    const email = anAddress();
    const { body } = await create({ emails: [{ email }], phones: [], links: [], ...names });
    expect(body.customer.name).toBe(name ?? email);
  });

  // @proves D-6-8, D-6-11
  it('can have as much as the limits say', async () => {
    const text = 'ü'.repeat(100);
    const { status } = await create({
      emails: Array.from({ length: 20 }, () => anAddress()),
      first_name: text,
      last_name: text,
      language: text,
      time_zone: text,
      description: 'ü'.repeat(65_535),
      phones: Array.from({ length: 20 }, () => ({ phone: '5'.repeat(100), label: text })),
      links: Array.from({ length: 20 }, () => ({
        url: `https://x.example/${'x'.repeat(2048 - 18)}`,
        label: text,
      })),
    });
    expect(status).toBe(200);
  });

  // @proves S-2.3-18, D-4-26
  it('is the customer of a ticket by any of its addresses, with its phones', async () => {
    const [first, second] = [anAddress('First'), anAddress('Second')];
    const created = await create({
      emails: [first, second],
      first_name: 'Ann',
      phones: ['0100', { phone: '0101' }],
    });
    const { number } = await aTicket(acme);
    const { body } = await acme.client.put(`/tickets/${number}`, { email: second.toUpperCase() });
    expect(body.ticket.customer).toEqual({
      id: created.body.customer.id,
      name: 'Ann',
      email: first,
      phone_numbers: ['0100', '0101'],
    });
  });

  it('cannot take the address of one that a ticket has made', async () => {
    const email = anAddress('Ticket');
    await aTicket(acme, { email });
    const response = await create({ emails: [email.toUpperCase()] });
    expect([response.status, fieldErrors(response)]).toEqual([422, ['customer.emails[0]']]);
  });
});

describe('the older address', () => {
  // @proves S-4.6-14, S-4.6-16, S-9-5, D-6-7, D-6-13, D-9-2
  it('creates the same customer, answers a notice and names its successor', async () => {
    const email = anAddress('Old');
    const response = await acme.client.post(LEGACY, { customer: { emails: [email], phones: ['0100'] } });
    expect([response.status, response.body]).toEqual([200, { notice_code: 'customer_created_successfully' }]);
    expect(response.headers['deprecation']).toMatch(/^@\d+$/);
    expect(response.headers['link']).toBe('</api/external/v2/customers>; rel="successor-version"');
    const { number } = await aTicket(acme, { email });
    const { ticket } = (await acme.client.get(`/tickets/${number}`)).body;
    expect(ticket.customer).toMatchObject({ name: email, email, phone_numbers: ['0100'] });
  });

  it('refuses by the same rules, and names its successor in refusals too', async () => {
    const before = await storedCustomers(acme);
    const response = await acme.client.post(LEGACY, { customer: { emails: ['x'], nick: 1 } });
    expect([response.status, fieldErrors(response).sort()]).toEqual([
      422,
      ['customer.emails[0]', 'customer.nick'],
    ]);
    expect(response.headers['deprecation']).toMatch(/^@\d+$/);
    expect(await storedCustomers(acme)).toEqual(before);
  });

  it('alone is deprecated', async () => {
    const response = await create({ emails: [anAddress()] });
    expect(response.headers).not.toHaveProperty('deprecation');
  });
});

describe('workspaces', () => {
  // @proves D-6-6
  it('can each have a customer with the same address', async () => {
    const email = anAddress('Both');
    const [here, there] = [await create({ emails: [email] }), await create({ emails: [email] }, globex)];
    expect([here.status, there.status]).toEqual([200, 200]);
    expect(here.body.customer.id).not.toBe(there.body.customer.id);
    expect((await create({ emails: [email] }, globex)).status).toBe(422);
  });

  // @proves D-6-12
  it('each take their own company', async () => {
    const company = await companyOf(globex);
    const request = () => ({ emails: [anAddress()], company_id: company });
    expect((await create(request())).status).toBe(422);
    expect((await create(request(), globex)).status).toBe(200);
  });

  it('refuse the key of another', async () => {
    const before = await storedCustomers(acme);
    for (const client of [acme.stranger, acme.clientWith(globex.key)]) {
      const response = await client.post('/customers', { customer: { emails: [anAddress()] } });
      expect(response.status).toBe(401);
    }
    expect(await storedCustomers(acme)).toEqual(before);
  });
});
