import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { FURNISHED } from '../../support/data/manifests/manifests.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, FURNISHED);
});

const update = (number: number, body: object) => acme.client.put(`/tickets/${number}`, body);

describe('an update', () => {
  // @proves S-2.3-4..5, S-2.3-8, S-2.3-12..17, S-2.3-19, S-3.2-1, S-4.4-1..14, D-4-1, D-4-41
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

  // @proves D-4-8, D-4-25
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

  // @proves S-4.4-15, D-4-25, D-4-45
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

  // @proves D-4-26..27
  it('finds the customer by any address and in any case, and makes one when nobody has it', async () => {
    const first = await aTicket(acme, { email: 'Known@customer.example' });
    const second = await aTicket(acme, { email: 'someone@customer.example' });
    const { body } = await update(second.number, { email: 'KNOWN@CUSTOMER.EXAMPLE' });
    const known = (await acme.client.get(`/tickets/${first.number}`)).body.ticket.customer;
    expect(body.ticket.customer).toEqual(known);
    const made = (await update(second.number, { email: 'New@customer.example' })).body.ticket.customer;
    expect(made).toMatchObject({ name: 'New@customer.example', email: 'New@customer.example' });
  });

  // @proves S-2.3-5, D-4-30
  it('cleans the description and keeps its text', async () => {
    const { number } = await aTicket(acme);
    const { body } = await update(number, {
      description: '<p onclick="x()">1 < 2 <script>alert(1)</script><a href="javascript:x">here</a></p>',
    });
    expect(body.ticket.description).toBe('<p>1 &lt; 2 <a>here</a></p>');
  });

  // @proves D-4-31, D-4-38..40
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

  // @proves D-4-37
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
