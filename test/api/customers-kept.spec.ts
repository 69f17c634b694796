import { audited } from '../support/audit.js';
import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../support/builders.js';
import { aCustomerOf, type ShownCustomer } from '../support/customers.js';
import { fieldErrors, tagOf } from '../support/expectations.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

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
  it('has these properties, and is read with an ETag [D-13-1, D-13-6]', async () => {
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

  it('who was made for a ticket has an address only; an unknown one is 404 [D-13-1, D-13-6]', async () => {
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

  it('has all of them, newest first [D-13-2]', async () => {
    expect(await listed(acme)).toEqual(['zoe', 'mary', 'john']);
    const whole = await acme.client.get('/customers');
    const [zoe] = whole.body.customers as ShownCustomer[];
    expect((await acme.client.get(`/customers/${zoe?.id}`)).body.customer).toEqual(zoe);
  });

  it.each([
    ['email=SECOND@one.example', ['john']],
    ['email=nobody@one.example', []],
    ['email=mary@one.exampl', []],
  ])('has those of an address, exact and in any case: %s [D-13-3]', async (query, names) => {
    expect(await listed(acme, query)).toEqual(names);
  });

  it('has those of a company, alone and with other filters [D-13-4]', async () => {
    expect(await listed(acme, `company_id=${initech.toUpperCase()}`)).toEqual(['mary']);
    expect(await listed(acme, `company_id=${initech}&q=mar&email=mary@one.example`)).toEqual(['mary']);
    expect(await listed(acme, `company_id=${initech}&q=jo`)).toEqual([]);
    expect(await listed(acme, `company_id=${UNKNOWN_ID}`)).toEqual([]);
  });

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
  ])('has those whose first name, last name or an address begins with %j [D-13-5]', async (q, names) => {
    expect(await listed(acme, `q=${encodeURIComponent(q)}`)).toEqual(names);
  });

  it('follows a change of the names and addresses [D-13-5, D-13-8]', async () => {
    const own = await aDesk();
    const { id } = await aCustomerOf(own, { emails: ['before@one.example'], first_name: 'Before' });
    await change(own, id, { emails: ['after@one.example'], first_name: 'Later' });
    expect(await listed(own, 'q=bef')).toEqual([]);
    expect([await listed(own, 'q=aft'), await listed(own, 'q=lat')]).toEqual([['after'], ['after']]);
  });

  it('comes in pages [D-13-2]', async () => {
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

  it.each([
    ['email=john', 'email'],
    ['company_id=initech', 'company_id'],
    ['q=', 'q'],
    ['q=%20', 'q'],
    [`q=${'x'.repeat(255)}`, 'q'],
    ['page_size=0', 'page_size'],
  ])('is refused for %s [D-13-2..5]', async (query, path) => {
    const response = await acme.client.get(`/customers?${query}`);
    expect([response.status, fieldErrors(response)]).toEqual([422, [path]]);
  });

  it("shows nobody of another workspace's customers [D-13-2]", async () => {
    const globex = await aDesk();
    for (const query of ['', 'q=jo', 'email=john@one.example', `company_id=${initech}`])
      expect(await listed(globex, query)).toEqual([]);
  });
});

describe('an update of a customer', () => {
  it('changes what it names, and replaces whole lists [D-13-7..8]', async () => {
    const acme = await aDesk();
    const [initech, hooli] = await companiesOf(acme);
    const before = await aCustomerOf(acme, {
      emails: ['a@customer.example', 'b@customer.example'],
      first_name: 'John',
      phones: ['1', '2'],
      links: ['https://one.example'],
      language: 'en',
      company_id: initech?.id,
    });
    const { response, entries } = await audited(acme, () =>
      change(acme, before.id, {
        emails: ['c@customer.example', { email: 'B@customer.example', primary: true }],
        phones: [{ phone: '3', label: 'Home' }],
        first_name: null,
        last_name: 'Luther',
        company_id: hooli?.id,
      }),
    );
    expect([response.status, response.body.customer]).toEqual([
      200,
      {
        ...before,
        name: 'Luther',
        first_name: null,
        last_name: 'Luther',
        email: 'B@customer.example',
        emails: [
          { email: 'c@customer.example', primary: false },
          { email: 'B@customer.example', primary: true },
        ],
        phones: [{ phone: '3', label: 'Home' }],
        company: { id: hooli?.id, name: 'Hooli' },
        updated_at: expect.any(String),
      },
    ]);
    expect(response.body.customer.updated_at > before.updated_at).toBe(true);
    const read = await acme.client.get(`/customers/${before.id}`);
    expect([read.body, tagOf(read)]).toEqual([response.body, tagOf(response)]);
    expect(entries).toMatchObject([{ action: 'customer.updated', subject_id: before.id }]);
    expect(entries[0]?.before).toMatchObject({ first_name: 'John', last_name: null });
    expect(Object.keys(entries[0]?.after ?? {}).sort()).toEqual(
      ['company_id', 'emails', 'first_name', 'last_name', 'phones'].sort(),
    );
  });

  it('clears with null, and empties lists other than that of addresses [D-13-7..8]', async () => {
    const acme = await aDesk();
    const [initech] = await companiesOf(acme);
    const whole = {
      ...{ first_name: 'A', last_name: 'B', language: 'en', time_zone: 'UTC', description: 'D' },
      company_id: initech?.id,
    };
    const { id } = await aCustomerOf(acme, { ...whole, phones: ['1'], links: ['https://one.example'] });
    const nothing = Object.fromEntries(Object.keys(whole).map((name) => [name, null]));
    const { body } = await change(acme, id, { ...nothing, phones: [], links: [] });
    expect(body.customer).toMatchObject({
      ...{ first_name: null, last_name: null, language: null, time_zone: null, description: null },
      ...{ company: null, phones: [], links: [] },
    });
  });

  it('shows on the tickets of the customer at once [D-13-10]', async () => {
    const acme = await aDesk();
    const { number, customerId } = await aTicket(acme, { email: 'old@customer.example', name: 'John' });
    const shown = async () => (await acme.client.get(`/tickets/${number}`)).body.ticket.customer as object;
    await change(acme, customerId, {
      emails: ['new@customer.example'],
      phones: ['2', '1'],
      last_name: 'Luther',
    });
    const expected = {
      id: customerId,
      name: 'John Luther',
      email: 'new@customer.example',
      phone_numbers: ['2', '1'],
    };
    expect(await shown()).toEqual(expected);
    await change(acme, customerId, { language: 'de' });
    expect(await shown()).toEqual(expected);
    const again = await aTicket(acme, { email: 'new@customer.example' });
    expect(again.customerId).toBe(customerId);
    expect((await aTicket(acme, { email: 'old@customer.example' })).customerId).not.toBe(customerId);
  });

  it('that changes nothing leaves the time, the tag and no entry [D-13-7]', async () => {
    const acme = await aDesk();
    const { id, emails } = await aCustomerOf(acme, { first_name: 'Same', phones: ['1'] });
    const before = await acme.client.get(`/customers/${id}`);
    for (const same of [{}, { emails, first_name: ' Same ', phones: ['1'] }]) {
      const { response, entries } = await audited(acme, () => change(acme, id, same));
      expect([response.status, tagOf(response), entries]).toEqual([200, tagOf(before), []]);
    }
  });

  it.each<[string, object, string[]]>([
    ['no address', { emails: [] }, ['customer.emails']],
    ['null for addresses', { emails: null }, ['customer.emails']],
    [
      'addresses of others, twice and wrong',
      { emails: ['x', 'TAKEN@customer.example', 'y@x.example', 'Y@x.example'] },
      ['customer.emails[0]', 'customer.emails[1]', 'customer.emails[3]'],
    ],
    [
      'two primary ones',
      { emails: ['a@x.example', 'b@x.example'].map((email) => ({ email, primary: true })) },
      ['customer.emails[1].primary'],
    ],
    ['a blank phone', { phones: ['1', ' '] }, ['customer.phones[1]']],
    ['null for phones', { phones: null }, ['customer.phones']],
    ['another kind of link', { links: ['ftp://x.example'] }, ['customer.links[0]']],
    ['an unknown company', { company_id: UNKNOWN_ID }, ['customer.company_id']],
    ['no id of a company', { company_id: 'x' }, ['customer.company_id']],
    ['too long a name', { first_name: 'x'.repeat(101) }, ['customer.first_name']],
    ['what cannot be set', { name: 'X', id: UNKNOWN_ID }, ['customer.name', 'customer.id']],
  ])('is refused for %s, and changes nothing [D-13-9]', async (_name, changes, paths) => {
    const acme = await aDesk();
    await aCustomerOf(acme, { emails: ['taken@customer.example'] });
    const before = await aCustomerOf(acme, { emails: ['mine@customer.example'], phones: ['1'] });
    const { response, entries } = await audited(acme, () =>
      change(acme, before.id, { last_name: 'New', ...changes }),
    );
    expect([response.status, fieldErrors(response).sort(), entries]).toEqual([422, paths.sort(), []]);
    expect((await acme.client.get(`/customers/${before.id}`)).body.customer).toEqual(before);
  });

  it('is refused without customer, and for an unknown one [D-13-7]', async () => {
    const acme = await aDesk();
    const { id } = await aCustomerOf(acme);
    expect(fieldErrors(await acme.client.patch(`/customers/${id}`, { last_name: 'X' })).sort()).toEqual([
      'customer',
      'last_name',
    ]);
    expect((await change(acme, UNKNOWN_ID, { last_name: 'X' })).status).toBe(404);
  });

  it('happens only in the state that If-Match names [D-13-11]', async () => {
    const acme = await aDesk();
    const { id } = await aCustomerOf(acme);
    const tag = tagOf(await acme.client.get(`/customers/${id}`));
    const first = await change(acme, id, { first_name: 'First' }).set('If-Match', tag);
    const late = await change(acme, id, { first_name: 'Late' }).set('If-Match', tag);
    expect([first.status, late.status, tagOf(late)]).toEqual([200, 412, tagOf(first)]);
    expect((await acme.client.get(`/customers/${id}`)).body.customer.first_name).toBe('First');
  });

  it('of several at the same moment loses nothing, and gives an address to one [D-13-9]', async () => {
    const acme = await aDesk();
    const [one, other] = [await aCustomerOf(acme), await aCustomerOf(acme)];
    const wanted = ['wanted@customer.example'];
    const answers = await Promise.all([
      change(acme, one.id, { emails: wanted }),
      change(acme, other.id, { emails: wanted }),
      change(acme, one.id, { first_name: 'One' }),
      change(acme, one.id, { phones: ['1'] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422]);
    expect(await listed(acme, 'email=wanted@customer.example')).toEqual(['wanted']);
    const read = await acme.client.get(`/customers/${one.id}`);
    expect(read.body.customer).toMatchObject({ first_name: 'One', phones: [{ phone: '1', label: null }] });
  });
});

describe('the scopes of customers', () => {
  it('are one for reading and one for writing [D-13-12]', async () => {
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
