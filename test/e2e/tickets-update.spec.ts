import { aTicket, aWorkspace, type TestWorkspace } from '../support/builders.js';
import { fieldErrors } from '../support/expectations.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let app: TestApp;
let acme: TestWorkspace;

beforeAll(async () => {
  app = await startTestApp();
  acme = await aWorkspace(app, {
    statuses: [{ name: 'awaiting_qa' }],
    categories: [
      {
        name: 'Billing',
        sub_categories: [
          { name: 'Invoices', sub_categories: [{ name: 'VAT' }, { name: 'Duplicates' }] },
          { name: 'Payment methods' },
        ],
      },
    ],
    groups: [{ name: 'Support' }, { name: 'Sales' }],
    team_members: [
      {
        email: 'oliver@acme.example',
        first_name: 'Oliver',
        last_name: 'Smith',
        role: 'admin',
        groups: ['Support'],
      },
    ],
    fields: [
      { name: 'Country', kind: 'single_option', options: ['India', 'Germany'] },
      { name: 'Products', kind: 'multi_option', options: ['Desk', 'Chat', 'Forms'] },
      { name: 'Order number', kind: 'text' },
      { name: 'Seats', kind: 'integer' },
      { name: 'Amount', kind: 'decimal' },
      { name: 'Renewal date', kind: 'date' },
      { name: 'Urgent', kind: 'checkbox' },
      { name: 'Old field', kind: 'text', state: 'inactive' },
    ],
  });
});
afterAll(() => app.stop());

const update = (number: number, body: object) => acme.client.put(`/tickets/${number}`, body);

describe('an update', () => {
  it('sets every property it names and answers the whole ticket', async () => {
    const { number, id } = await aTicket(acme, { email: 'first@customer.example' });
    const { status, body } = await update(number, {
      email: 'second@customer.example',
      subject: 'Pending payments',
      description: '<p>Help</p>',
      ticket_fields: {
        Country: 'Germany',
        Products: ['Chat', 'Desk'],
        'Order number': 'A-1',
        Seats: '12',
        Amount: 1250.5,
        'Renewal date': '2026-12-31',
        Urgent: 'true',
      },
      status: 'awaiting_qa',
      priority: 'urgent',
      category: 'Billing',
      sub_category_one: 'Invoices',
      sub_category_two: 'VAT',
      group: 'Sales',
      assignee_email: 'OLIVER@acme.example',
      tags: [' refund ', 'Refund', 'late'],
      resolution_due_date: '2026-12-31T18:00:00+01:00',
    });
    expect(status).toBe(200);
    expect(Object.keys(body as object)).toEqual(['ticket']);
    expect(body.ticket).toEqual({
      id,
      number,
      subject: 'Pending payments',
      description: '<p>Help</p>',
      priority: 'urgent',
      status: 'awaiting_qa',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      resolution_due_date: '2026-12-31T17:00:00.000Z',
      external_id: null,
      source: null,
      category: 'Billing',
      sub_category_one: 'Invoices',
      sub_category_two: 'VAT',
      group: 'Sales',
      tags: ['refund', 'late'],
      assignee: { id: expect.any(String), name: 'Oliver Smith', email: 'oliver@acme.example' },
      customer: {
        id: expect.any(String),
        name: 'second@customer.example',
        email: 'second@customer.example',
        phone_numbers: [],
      },
      fields: [
        { field_name: 'Country', field_value: 'Germany' },
        { field_name: 'Products', field_value: ['Desk', 'Chat'] },
        { field_name: 'Order number', field_value: 'A-1' },
        { field_name: 'Seats', field_value: 12 },
        { field_name: 'Amount', field_value: 1250.5 },
        { field_name: 'Renewal date', field_value: '2026-12-31' },
        { field_name: 'Urgent', field_value: true },
      ],
    });
    const read = await acme.client.get(`/tickets/${id}`);
    expect(read.body).toEqual(body);
  });

  it('leaves what it does not name', async () => {
    const { number } = await aTicket(acme, {
      tags: ['kept'],
      priority: 'low',
      ticket_fields: { Seats: 3, Urgent: true },
    });
    const { body } = await update(number, { ticket_fields: { Seats: 4 } });
    expect(body.ticket).toMatchObject({
      tags: ['kept'],
      priority: 'low',
      fields: [
        { field_name: 'Seats', field_value: 4 },
        { field_name: 'Urgent', field_value: true },
      ],
    });
  });

  it('moves updated_at only when something really changed', async () => {
    const { number } = await aTicket(acme, { subject: 'Same', tags: ['a'] });
    const before = (await acme.client.get(`/tickets/${number}`)).body.ticket;
    expect((await update(number, {})).body.ticket).toEqual(before);
    expect((await update(number, { subject: 'Same', tags: [' A ', 'a'].slice(1) })).body.ticket).toEqual(
      before,
    );
    const after = (await update(number, { subject: 'Other' })).body.ticket;
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    expect(after.created_at).toBe(before.created_at);
  });

  it('finds the customer by any address and in any case, and makes one when nobody has it', async () => {
    const first = await aTicket(acme, { email: 'Known@customer.example' });
    const second = await aTicket(acme, { email: 'someone@customer.example' });
    const { body } = await update(second.number, { email: 'KNOWN@CUSTOMER.EXAMPLE' });
    const known = (await acme.client.get(`/tickets/${first.number}`)).body.ticket.customer;
    expect(body.ticket.customer).toEqual(known);
    const made = (await update(second.number, { email: 'New@customer.example' })).body.ticket.customer;
    expect(made).toMatchObject({ name: 'New@customer.example', email: 'New@customer.example' });
  });

  it('cleans the description and keeps its text', async () => {
    const { number } = await aTicket(acme);
    const { body } = await update(number, {
      description: '<p onclick="x()">1 < 2 <script>alert(1)</script><a href="javascript:x">here</a></p>',
    });
    expect(body.ticket.description).toBe('<p>1 &lt; 2 <a>here</a></p>');
  });

  it('clears with null what can be cleared', async () => {
    const { number } = await aTicket(acme, {
      category: 'Billing',
      sub_category_one: 'Invoices',
      sub_category_two: 'VAT',
      group: 'Support',
      assignee_email: 'oliver@acme.example',
      ticket_fields: { Seats: 1 },
    });
    const { body } = await update(number, {
      sub_category_two: null,
      group: null,
      assignee_email: null,
      resolution_due_date: null,
      ticket_fields: { Seats: null },
    });
    expect(body.ticket).toMatchObject({
      category: 'Billing',
      sub_category_one: 'Invoices',
      sub_category_two: null,
      group: null,
      assignee: null,
      resolution_due_date: null,
      fields: [],
    });
  });

  it('clears the levels below a category that changes, unless they are named', async () => {
    const place = { category: 'Billing', sub_category_one: 'Invoices', sub_category_two: 'VAT' };
    const { number } = await aTicket(acme, place);
    expect((await update(number, { category: 'Billing' })).body.ticket).toMatchObject(place);
    expect((await update(number, { sub_category_one: 'Payment methods' })).body.ticket).toMatchObject({
      category: 'Billing',
      sub_category_one: 'Payment methods',
      sub_category_two: null,
    });
    expect((await update(number, { category: 'None' })).body.ticket).toMatchObject({
      category: 'None',
      sub_category_one: null,
      sub_category_two: null,
    });
    expect((await update(number, place)).body.ticket).toMatchObject(place);
  });
});

describe('an update that is refused', () => {
  const refused: [string, object, string[]][] = [
    ['a blank subject', { subject: '  ' }, ['subject']],
    ['a long subject', { subject: 'x'.repeat(256) }, ['subject']],
    ['a subject with NUL', { subject: 'a\0b' }, ['subject']],
    ['a description over 256 KiB', { description: 'x'.repeat(256 * 1024 + 1) }, ['description']],
    ['an unknown status', { status: 'Open' }, ['status']],
    ['an unknown priority', { priority: 'highest' }, ['priority']],
    ['an unknown category', { category: 'Nope' }, ['category']],
    [
      'a sub-category of another category',
      { category: 'Questions', sub_category_one: 'Invoices' },
      ['sub_category_one'],
    ],
    [
      'a sub-category without a category',
      { category: 'None', sub_category_one: 'Invoices' },
      ['sub_category_one'],
    ],
    ['an unknown group', { group: 'support' }, ['group']],
    ['an unknown assignee', { assignee_email: 'nobody@acme.example' }, ['assignee_email']],
    ['an assignee that is no address', { assignee_email: 'oliver' }, ['assignee_email']],
    ['a customer that is no address', { email: 'nobody' }, ['email']],
    ['tags that are no array', { tags: 'refund' }, ['tags']],
    [
      'blank, long and typeless tags',
      { tags: ['ok', ' ', 'x'.repeat(65), 7] },
      ['tags[1]', 'tags[2]', 'tags[3]'],
    ],
    ['too many tags', { tags: Array.from({ length: 101 }, (_, index) => `t${index}`) }, ['tags']],
    ['a due date without an offset', { resolution_due_date: '2026-12-31T17:00:00' }, ['resolution_due_date']],
    [
      'a due date that no calendar has',
      { resolution_due_date: '2026-02-30T17:00:00Z' },
      ['resolution_due_date'],
    ],
    ['an unknown property', { subjct: 'typo' }, ['subjct']],
    ['an unknown field', { ticket_fields: { Nope: 1 } }, ['ticket_fields.Nope']],
    ['an inactive field', { ticket_fields: { 'Old field': 'x' } }, ['ticket_fields.Old field']],
    ['a field name in other case', { ticket_fields: { country: 'India' } }, ['ticket_fields.country']],
    ['fields that are no object', { ticket_fields: [] }, ['ticket_fields']],
    ['an unknown option', { ticket_fields: { Country: 'india' } }, ['ticket_fields.Country']],
    ['an integer with a fraction', { ticket_fields: { Seats: 1.5 } }, ['ticket_fields.Seats']],
    ['a decimal of 16 digits', { ticket_fields: { Amount: '1.234567890123456' } }, ['ticket_fields.Amount']],
    [
      'a day that no calendar has',
      { ticket_fields: { 'Renewal date': '2026-02-29' } },
      ['ticket_fields.Renewal date'],
    ],
    ['a checkbox with a number', { ticket_fields: { Urgent: 1 } }, ['ticket_fields.Urgent']],
    [
      'null where nothing can be cleared',
      {
        subject: null,
        priority: null,
        tags: null,
        email: null,
        status: null,
        category: null,
        description: null,
        ticket_fields: null,
      },
      ['subject', 'priority', 'tags', 'email', 'status', 'category', 'description', 'ticket_fields'],
    ],
  ];

  it.each(refused)('names %s', async (_name, body, paths) => {
    const { number } = await aTicket(acme, { subject: 'Before' });
    const before = await acme.client.get(`/tickets/${number}`);
    const response = await update(number, body);
    expect(response.status).toBe(422);
    expect(fieldErrors(response).sort()).toEqual([...paths].sort());
    expect((await acme.client.get(`/tickets/${number}`)).body).toEqual(before.body);
  });

  it('lists the problems of shape and of rules together, and changes nothing, not even a customer', async () => {
    const { number } = await aTicket(acme);
    const response = await update(number, {
      subject: '',
      status: 'nope',
      group: 'nope',
      email: 'never-made@customer.example',
      ticket_fields: { Seats: 'many', Country: 'Nowhere' },
    });
    expect(response.body).toEqual({
      error: 'The request is invalid: 5 problems were found.',
      code: 'invalid_request',
      field_errors: expect.any(Array),
    });
    expect(fieldErrors(response).sort()).toEqual([
      'group',
      'status',
      'subject',
      'ticket_fields.Country',
      'ticket_fields.Seats',
    ]);
    const list = await acme.client.get('/tickets?customer_email=never-made@customer.example');
    expect(list.body.pagination.total_records).toBe(0);
  });

  it.each(['0', '-1', '1.5', '0x1', 'abc', '99999999999', '00000000-0000-0000-0000-00000000000', '%20'])(
    'is 404 for the reference %s',
    async (reference) => {
      const response = await acme.client.put(`/tickets/${reference}`, { subject: 'x' });
      expect([response.status, response.body.code]).toEqual([404, 'ticket_not_found']);
    },
  );
});
