import { audited } from '../../support/data/audit.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
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

describe('an update of a customer', () => {
  // @proves E-13-7..8
  it('changes what it names, and replaces whole lists', async () => {
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

  // @proves E-13-7..8
  it('clears with null, and empties every list but that of addresses', async () => {
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

  // @proves E-13-10
  it('shows on the tickets of the customer at once', async () => {
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

  // @proves E-13-7
  it('that changes nothing keeps the time and the tag, and leaves no entry', async () => {
    const acme = await aDesk();
    const links = ['https://one.example'];
    const { id, emails } = await aCustomerOf(acme, { first_name: 'Same', phones: ['1'], links });
    const before = await acme.client.get(`/customers/${id}`);
    const { phones, links: shown } = before.body.customer as Record<string, unknown>;
    for (const same of [{}, { emails, first_name: ' Same ', phones: ['1'] }, { phones, links: shown }]) {
      const { response, entries } = await audited(acme, () => change(acme, id, same));
      expect([response.status, tagOf(response), entries]).toEqual([200, tagOf(before), []]);
    }
  });

  // @proves E-13-9
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
  ])('is refused for %s, and changes nothing', async (_name, changes, paths) => {
    const acme = await aDesk();
    await aCustomerOf(acme, { emails: ['taken@customer.example'] });
    const before = await aCustomerOf(acme, { emails: ['mine@customer.example'], phones: ['1'] });
    const { response, entries } = await audited(acme, () =>
      change(acme, before.id, { last_name: 'New', ...changes }),
    );
    expect([response.status, fieldErrors(response).sort(), entries]).toEqual([422, paths.sort(), []]);
    expect((await acme.client.get(`/customers/${before.id}`)).body.customer).toEqual(before);
  });

  // @proves E-13-7
  it('is refused without customer, and for an unknown one', async () => {
    const acme = await aDesk();
    const { id } = await aCustomerOf(acme);
    expect(fieldErrors(await acme.client.patch(`/customers/${id}`, { last_name: 'X' })).sort()).toEqual([
      'customer',
      'last_name',
    ]);
    expect((await change(acme, UNKNOWN_ID, { last_name: 'X' })).status).toBe(404);
  });

  // @proves E-13-11
  it('happens only in the state that If-Match names', async () => {
    const acme = await aDesk();
    const { id } = await aCustomerOf(acme);
    const tag = tagOf(await acme.client.get(`/customers/${id}`));
    const first = await change(acme, id, { first_name: 'First' }).set('If-Match', tag);
    const late = await change(acme, id, { first_name: 'Late' }).set('If-Match', tag);
    expect([first.status, late.status, tagOf(late)]).toEqual([200, 412, tagOf(first)]);
    expect((await acme.client.get(`/customers/${id}`)).body.customer.first_name).toBe('First');
  });

  // @proves E-13-9
  it('of several at the same moment loses nothing, and gives an address to one', async () => {
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
