import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const DEFAULTS = ['new', 'open', 'on_hold', 'waiting_on_customer', 'closed', 'spam', 'trash'];
const LISTS = ['statuses', 'categories', 'groups', 'companies'] as const;

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, {
    statuses: [{ name: 'Escalated' }],
    categories: [
      {
        name: 'Billing',
        sub_categories: [{ name: 'Invoices', sub_categories: [{ name: 'VAT' }] }, { name: 'Refunds' }],
      },
    ],
    groups: Array.from({ length: 21 }, (_, index) => ({ name: `Group ${index + 1}` })),
    companies: [{ name: 'Initech' }, { name: 'Hooli' }],
    fields: [{ name: 'Country', kind: 'single_option', options: ['India', 'Germany'] }],
  });
});

interface Named {
  readonly id: string;
  readonly name: string;
  readonly sub_categories?: readonly Named[];
}

const listed = async (list: string, query = '') => {
  const { body } = await acme.client.get(`/${list}?${query}`).expect(200);
  return body as { pagination: object } & Record<string, Named[]>;
};
const namesOf = (items: readonly Named[] = []) => items.map(({ name }) => name);

describe('the lists of names to choose from', () => {
  // @proves E-12-1
  it('show the statuses in their order, and which are default ones', async () => {
    const { statuses } = await listed('statuses');
    expect(namesOf(statuses)).toEqual([...DEFAULTS, 'Escalated']);
    expect(statuses?.[0]).toEqual({ id: expect.any(String), name: 'new', is_default: true });
    expect(statuses?.at(-1)).toMatchObject({ is_default: false });
  });

  // @proves E-12-2
  it('have the categories as a tree', async () => {
    const { categories } = await listed('categories');
    expect(namesOf(categories)).toEqual(expect.arrayContaining(['Questions', 'Billing']));
    const named = (name: string, ...below: object[]) => ({
      id: expect.any(String) as string,
      name,
      sub_categories: below,
    });
    expect(categories?.find(({ name }) => name === 'Billing')).toEqual(
      named('Billing', named('Invoices', { id: expect.any(String), name: 'VAT' }), named('Refunds')),
    );
  });

  // @proves E-12-3
  it('name groups and companies', async () => {
    expect((await listed('groups'))['groups']).toHaveLength(21);
    const { companies } = await listed('companies');
    expect(namesOf(companies).sort()).toEqual(['Hooli', 'Initech']);
    const shown = (await app.operator.show(acme.subdomain)).companies;
    expect(companies?.map(({ id }) => id).sort()).toEqual(shown.map(({ id }) => id).sort());
  });

  // @proves E-12-4
  it('come whole, or in pages', async () => {
    expect((await listed('groups')).pagination).toEqual({ total_records: 21, page_size: 21 });
    const { groups, pagination } = await listed('groups', 'page_size=20&page_number=2');
    expect(groups).toHaveLength(1);
    expect(pagination).toEqual({
      total_records: 21,
      current_page_number: 2,
      total_pages: 2,
      page_size: 20,
    });
    expect((await listed('statuses', 'page_number=1')).pagination).toMatchObject({ page_size: 30 });
    expect((await listed('companies', 'page_number=9'))['companies']).toEqual([]);
  });

  // @proves E-12-4
  it.each(LISTS)('refuse an invalid page: %s', async (list) => {
    const response = await acme.client.get(`/${list}?page_number=0&page_size=x`);
    expect([response.status, fieldErrors(response)]).toEqual([422, ['page_number', 'page_size']]);
  });

  // @proves E-12-5
  it.each(LISTS)('need the scope for reading tickets: %s', async (list) => {
    const [reader, other] = [
      acme.clientWith(await aKey(acme, 'reader', { scopes: ['tickets:read'] })),
      acme.clientWith(await aKey(acme, 'other', { scopes: ['fields:read'] })),
    ];
    expect([(await reader.get(`/${list}`)).status, (await other.get(`/${list}`)).status]).toEqual([200, 403]);
  });

  // @proves E-12-1..3
  it('have nothing of another workspace', async () => {
    const globex = await aWorkspace(app);
    expect(namesOf((await globex.client.get('/statuses')).body.statuses as Named[])).toEqual(DEFAULTS);
    expect((await globex.client.get('/groups')).body.groups).toEqual([]);
    expect((await globex.client.get('/companies')).body.companies).toEqual([]);
    const { categories } = (await globex.client.get('/categories')).body as { categories: Named[] };
    expect(namesOf(categories)).not.toContain('Billing');
  });

  // @proves E-12-1
  it('have the names that tickets can be given', async () => {
    const { number } = await aTicket(acme);
    const { statuses = [] } = await listed('statuses');
    for (const { name: status } of statuses)
      expect((await acme.client.put(`/tickets/${number}`, { status })).body.ticket.status).toBe(status);
  });
});

describe('the refusal of an unknown name', () => {
  const groups = Array.from({ length: 20 }, (_, index) => `Group ${index + 1}`);

  // @proves E-12-6
  it.each<[object, string]>([
    [{ status: 'nope' }, `is not the name of a status (${[...DEFAULTS, 'Escalated'].join(', ')})`],
    [{ ticket_fields: { Country: 'X' } }, 'must be the label of an option of this field (India, Germany)'],
    [
      { category: 'Billing', sub_category_one: 'X' },
      "is not the name of a sub-category of the ticket's category (Invoices, Refunds)",
    ],
    [
      { category: 'Billing', sub_category_one: 'Refunds', sub_category_two: 'X' },
      "is not the name of a sub-category of the ticket's sub_category_one (there are none)",
    ],
  ])('of an update %j lists the existing names', async (body, message) => {
    const { number } = await aTicket(acme);
    const response = await acme.client.put(`/tickets/${number}`, body);
    expect([response.status, response.body.field_errors]).toEqual([
      422,
      [{ field: expect.any(String), message }],
    ]);
  });

  // @proves E-12-6
  it('lists 20 at most, and the categories with None', async () => {
    const { number } = await aTicket(acme);
    const { body } = await acme.client.put(`/tickets/${number}`, { group: 'X', category: 'X' });
    const messages = (body.field_errors as { message: string }[]).map(({ message }) => message).sort();
    expect(messages).toEqual([
      expect.stringMatching(/^is not the name of a category \(None, .*Billing.*\)$/),
      expect.stringMatching(/^is not the name of a group \((Group \d+, ){20}\.\.\.\)$/),
    ]);
    expect(groups.filter((name) => messages[1]?.includes(name)).length).toBeGreaterThan(10);
  });

  // @proves E-12-6
  it.each(['status=X', 'group=X', 'category=X'])('in the list of tickets too: %s', async (filter) => {
    const { status, body } = await acme.client.get(`/tickets?${filter}`);
    expect(status).toBe(422);
    expect(body.field_errors[0].message).toMatch(/is not the name of a \w+ \(.+, .+\)$/);
  });
});
