import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aCustomerOf, type ShownCustomer } from '../../support/data/customers.js';
import { fieldErrors, tagOf } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

const UNKNOWN_ID = 'a0000000-0000-4000-8000-000000000000';
const aDesk = () => aWorkspace(app, { companies: [{ name: 'Initech' }, { name: 'Hooli' }] });
const companiesOf = async ({ subdomain }: TestWorkspace) => (await app.operator.show(subdomain)).companies;
const change = ({ client }: TestWorkspace, id: string, customer: object) =>
  client.patch(`/customers/${id}`, { customer });
const listed = async ({ client }: TestWorkspace, query = '') => {
  const { body } = await client.get(`/customers?${query}`).expect(200);
  return (body.customers as ShownCustomer[]).map(({ email }) => email.split('@')[0]);
};

describe('a customer', () => {
  // @proves E-13-1, E-13-6
  it('has these properties, and is read with an ETag', async () => {
    const acme = await aDesk();
    const [initech] = await companiesOf(acme);
    const made = await acme.client.post('/customers', {
      customer: {
        emails: ['a@customer.example', { email: 'b@customer.example', primary: true }],
        first_name: 'John',
        last_name: 'Luther',
        phones: [{ phone: '1', label: 'Office' }, '2'],
        links: ['https://customer.example'],
        language: 'en',
        time_zone: 'Europe/Berlin',
        description: 'Notes',
        company_id: initech?.id,
      },
    });
    const { id } = made.body.customer as { id: string };
    const response = await acme.client.get(`/customers/${id}`);
    expect([response.status, response.body]).toEqual([
      200,
      {
        customer: {
          id,
          name: 'John Luther',
          first_name: 'John',
          last_name: 'Luther',
          email: 'b@customer.example',
          emails: [
            { email: 'a@customer.example', primary: false },
            { email: 'b@customer.example', primary: true },
          ],
          phones: [
            { phone: '1', label: 'Office' },
            { phone: '2', label: null },
          ],
          links: [{ url: 'https://customer.example', label: null }],
          language: 'en',
          time_zone: 'Europe/Berlin',
          description: 'Notes',
          company: { id: initech?.id, name: 'Initech' },
          created_at: expect.stringMatching(/Z$/),
          updated_at: expect.stringMatching(/Z$/),
        },
      },
    ]);
    expect(tagOf(made)).toBe(tagOf(response));
    const known = await acme.client.get(`/customers/${id}`).set('If-None-Match', tagOf(response));
    expect(known.status).toBe(304);
  });

  // @proves E-13-1, E-13-6
  it('who was made for a ticket has an address only; an unknown one is 404', async () => {
    const acme = await aDesk();
    const { customerId } = await aTicket(acme, { email: 'only@customer.example' });
    expect((await acme.client.get(`/customers/${customerId}`)).body.customer).toMatchObject({
      name: 'only@customer.example',
      ...{ first_name: null, phones: [], links: [], language: null, company: null },
    });
    for (const unknown of [UNKNOWN_ID, 'only']) {
      const { status, body } = await acme.client.get(`/customers/${unknown}`);
      expect([status, body.code]).toEqual([404, 'customer_not_found']);
    }
  });
});

describe('the list of customers', () => {
  let acme: TestWorkspace;
  let initech: string;

  beforeAll(async () => {
    acme = await aDesk();
    initech = (await companiesOf(acme))[0]?.id ?? '';
    await aCustomerOf(acme, { emails: ['john@one.example', 'Second@one.example'], first_name: 'Jonas' });
    await aCustomerOf(acme, { emails: ['mary@one.example'], last_name: 'Äpfel', company_id: initech });
    await aTicket(acme, { email: 'zoe@two.example', name: 'Zoe Jones' });
  });

  // @proves E-13-2
  it('has all of them, newest first', async () => {
    expect(await listed(acme)).toEqual(['zoe', 'mary', 'john']);
    const whole = await acme.client.get('/customers');
    const [zoe] = whole.body.customers as ShownCustomer[];
    expect((await acme.client.get(`/customers/${zoe?.id}`)).body.customer).toEqual(zoe);
  });

  // @proves E-13-3
  it.each([
    ['email=SECOND@one.example', ['john']],
    ['email=nobody@one.example', []],
    ['email=mary@one.exampl', []],
  ])('has those of an address, exact and in any case: %s', async (query, names) => {
    expect(await listed(acme, query)).toEqual(names);
  });

  // @proves E-13-4
  it('has those of a company, alone and with other filters', async () => {
    expect(await listed(acme, `company_id=${initech.toUpperCase()}`)).toEqual(['mary']);
    expect(await listed(acme, `company_id=${initech}&q=mar&email=mary@one.example`)).toEqual(['mary']);
    expect(await listed(acme, `company_id=${initech}&q=jo`)).toEqual([]);
    expect(await listed(acme, `company_id=${UNKNOWN_ID}`)).toEqual([]);
  });

  // @proves E-13-5
  it.each(['İbrahim', 'İb', 'ibrahim', 'ΓΙΩΡΓΟΣ', 'ΓΙΩΡΓΟ', 'γιωργοσ'])(
    'has those whose names begin with %s, in any case of any language',
    async (q) => {
      const own = await aDesk();
      const [company_id] = (await companiesOf(own)).map(({ id }) => id);
      await aCustomerOf(own, {
        emails: ['i@x.example'],
        first_name: 'İbrahim',
        last_name: 'ΓΙΩΡΓΟΣ',
        company_id,
      });
      for (const more of ['', `&company_id=${company_id}`])
        expect(await listed(own, `q=${encodeURIComponent(q)}${more}`)).toEqual(['i']);
    },
  );

  // @proves E-13-4, E-13-5
  it('has each of a company once, by last names too, however many of its names and addresses begin so', async () => {
    const own = await aDesk();
    const [initech, hooli] = (await companiesOf(own)).map(({ id }) => id);
    const names = { first_name: 'Samuel', last_name: 'Samsa' };
    const emails = ['sam@one.example', 'sam@two.example', 'samsa@one.example'];
    await aCustomerOf(own, { ...names, emails, company_id: initech });
    await aCustomerOf(own, { emails: ['kim@one.example'], last_name: 'Samsa', company_id: initech });
    await aCustomerOf(own, { ...names, emails: ['else@one.example'], company_id: hooli });
    for (const query of ['q=sam', `company_id=${initech}&q=sam`, `company_id=${initech}&q=SAMSA`]) {
      const { body } = await own.client.get(`/customers?${query}`).expect(200);
      const isOfAll = query === 'q=sam';
      const shown = (body.customers as ShownCustomer[]).map(({ email }) => email.split('@')[0]);
      expect([query, shown]).toEqual([query, [...(isOfAll ? ['else'] : []), 'kim', 'sam']]);
      expect(body.pagination).toMatchObject({ total_records: shown.length });
    }
    expect(await listed(own, `email=sam@two.example&q=sam`)).toEqual(['sam']);
  });

  // @proves E-13-5
  it.each<[string, string[]]>([
    ['jo', ['zoe', 'john']],
    ['JON', ['zoe', 'john']],
    ['jonas', ['john']],
    ['äp', ['mary']],
    ['ÄPFEL', ['mary']],
    ['A\u0308pf', ['mary']],
    ['sec', ['john']],
    [' zoe@two.example ', ['zoe']],
    ['onas', []],
    ['jo%', []],
    ['j_n', []],
    ["'", []],
  ])('has those whose first name, last name or an address begins with %j', async (q, names) => {
    expect(await listed(acme, `q=${encodeURIComponent(q)}`)).toEqual(names);
  });

  // @proves E-13-5, E-13-8
  it('follows a change of the names and addresses', async () => {
    const own = await aDesk();
    const { id } = await aCustomerOf(own, { emails: ['before@one.example'], first_name: 'Before' });
    await change(own, id, { emails: ['after@one.example'], first_name: 'Later' });
    expect(await listed(own, 'q=bef')).toEqual([]);
    expect([await listed(own, 'q=aft'), await listed(own, 'q=lat')]).toEqual([['after'], ['after']]);
  });

  // @proves E-13-2
  it('comes in pages', async () => {
    for (const query of ['', 'q=e', 'company_id=' + UNKNOWN_ID])
      expect((await acme.client.get(`/customers?page_number=9&${query}`)).body.customers).toEqual([]);
    const page = await acme.client.get('/customers?page_size=2&page_number=2');
    expect(page.body.customers).toHaveLength(1);
    expect(page.body.pagination).toEqual({
      total_records: 3,
      current_page_number: 2,
      total_pages: 2,
      page_size: 2,
    });
    expect(await listed(acme, 'q=jo&page_size=1&page_number=2')).toEqual(['john']);
  });

  // @proves E-13-2..5
  it.each([
    ['email=john', 'email'],
    ['company_id=initech', 'company_id'],
    ['q=', 'q'],
    ['q=%20', 'q'],
    [`q=${'x'.repeat(255)}`, 'q'],
    ['page_size=0', 'page_size'],
  ])('is refused for %s', async (query, path) => {
    const response = await acme.client.get(`/customers?${query}`);
    expect([response.status, fieldErrors(response)]).toEqual([422, [path]]);
  });

  // @proves E-13-2
  it("shows nobody of another workspace's customers", async () => {
    const globex = await aDesk();
    for (const query of ['', 'q=jo', 'email=john@one.example', `company_id=${initech}`])
      expect(await listed(globex, query)).toEqual([]);
  });
});

describe('the scopes of customers', () => {
  // @proves E-13-12
  it('are one for reading and one for writing', async () => {
    const acme = await aDesk();
    const { id } = await aCustomerOf(acme);
    const only = async (scope: 'customers:read' | 'customers:write') =>
      acme.clientWith(await aKey(acme, scope, { scopes: [scope] }));
    const statuses = async (client: TestWorkspace['client']) => [
      (await client.get('/customers')).status,
      (await client.get(`/customers/${id}`)).status,
      (await client.patch(`/customers/${id}`, { customer: {} })).status,
    ];
    expect(await statuses(await only('customers:read'))).toEqual([200, 200, 403]);
    expect(await statuses(await only('customers:write'))).toEqual([403, 403, 200]);
  });
});
