import { audited, entriesOf, pretendClockWasAhead, type StoredEntry } from '../../support/data/audit.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aField } from '../../support/data/fields.js';
import { useDesk } from '../../support/test-app.js';

const MANIFEST = {
  groups: [{ name: 'Support' }],
  categories: [{ name: 'Money', sub_categories: [{ name: 'Invoices', sub_categories: [{ name: 'VAT' }] }] }],
  team_members: [{ email: 'Eve@team.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' }],
  fields: [
    { name: 'Country', kind: 'single_option', options: ['India', 'Germany'] },
    { name: 'Products', kind: 'multi_option', options: ['Desk', 'Chat', 'Voice'] },
    { name: 'Seats', kind: 'integer' },
    { name: 'Trial', kind: 'checkbox' },
  ],
};

const app = useDesk();
let acme: TestWorkspace;
beforeAll(async () => {
  acme = await aWorkspace(app, MANIFEST);
});

const FIRST = {
  email: 'John@customer.example',
  subject: 'Printer',
  description: '<p>It burns</p>',
  ticket_fields: { Country: 'India', Products: ['Desk', 'Voice'], Seats: 3 },
  status: 'open',
  priority: 'low',
  category: 'Money',
  sub_category_one: 'Invoices',
  sub_category_two: 'VAT',
  group: 'Support',
  assignee_email: 'Eve@team.example',
  tags: ['fire', 'office'],
  resolution_due_date: '2030-01-01T10:00:00.000Z',
};
const SECOND = {
  email: 'jane@customer.example',
  subject: 'Printer, solved',
  description: '<p>It does not burn</p>',
  ticket_fields: { Country: 'Germany', Products: ['Chat'], Seats: 4, Trial: true },
  status: 'waiting_on_customer',
  priority: 'urgent',
  category: 'None',
  group: null,
  assignee_email: null,
  tags: [],
  resolution_due_date: null,
};

async function update(number: number, body: object): Promise<StoredEntry> {
  const { response, entries } = await audited(acme, () => acme.client.put(`/tickets/${number}`, body));
  expect([response.status, response.body.field_errors]).toEqual([200, undefined]);
  const [entry] = entries.filter(({ action }) => action === 'ticket.updated');
  if (!entry) throw new Error('The update left no entry.');
  return entry;
}

describe('the entry of an update', () => {
  it('has every changed property under its name in the API, with its old value', async () => {
    const { number, id } = await aTicket(acme, FIRST);
    const entry = await update(number, SECOND);
    expect(entry).toMatchObject({ subject_type: 'ticket', subject_id: id });
    expect(entry.before).toEqual({
      ...FIRST,
      ticket_fields: { ...FIRST.ticket_fields, Trial: null },
    });
    expect(entry.after).toEqual({ ...SECOND, sub_category_one: null, sub_category_two: null });
  });

  it('omits what stays, whether it was named or not', async () => {
    const { number } = await aTicket(acme, FIRST);
    const { before, after } = await update(number, {
      ...FIRST,
      email: 'JOHN@customer.example',
      priority: 'high',
      ticket_fields: { ...FIRST.ticket_fields, Seats: 9 },
    });
    expect(before).toEqual({ priority: 'low', ticket_fields: { Seats: 3 } });
    expect(after).toEqual({ priority: 'high', ticket_fields: { Seats: 9 } });
  });

  it('has in `before` the body of the update that undoes it', async () => {
    const { number } = await aTicket(acme, FIRST);
    const shown = async () => {
      const { updated_at: _moved, ...ticket } = (await acme.client.get(`/tickets/${number}`)).body.ticket;
      return ticket as object;
    };
    const before = await shown();
    const entry = await update(number, SECOND);
    expect(await shown()).not.toEqual(before);
    const undone = await update(number, entry.before ?? {});
    expect(await shown()).toEqual(before);
    expect([undone.before, undone.after]).toEqual([entry.after, entry.before]);
  });

  it('names an option by its last label when it cannot be set any more', async () => {
    const { id, options = [] } = await aField(acme, {
      name: 'Colour',
      kind: 'single_option',
      data: ['Red', 'Blue'],
    });
    const { number } = await aTicket(acme, { ticket_fields: { Colour: 'Red' } });
    const red = options.find(({ label }) => label === 'Red')?.id;
    await acme.client.patch(`/fields/${id}`, { field: { remove_option_ids: [red] } });
    const { before, after } = await update(number, { ticket_fields: { Colour: 'Blue' } });
    expect([before, after]).toEqual([
      { ticket_fields: { Colour: 'Red' } },
      { ticket_fields: { Colour: 'Blue' } },
    ]);
  });

  it('comes with an entry about the customer whom it made', async () => {
    const { number } = await aTicket(acme, FIRST);
    const email = 'Newcomer@customer.example';
    const { entries } = await audited(acme, () => acme.client.put(`/tickets/${number}`, { email }));
    expect(entries.map(({ action }) => action)).toEqual(['customer.created', 'ticket.updated']);
    const [made, updated] = entries;
    expect(made?.after).toEqual({ emails: [{ email, primary: true }] });
    expect(updated).toMatchObject({ before: { email: FIRST.email }, after: { email } });
  });
});

describe('the entry of', () => {
  it('a change comes after that of the change before, even when the clock was set back', async () => {
    const { number, id } = await aTicket(acme);
    await pretendClockWasAhead(acme, id);
    for (const status of ['open', 'new']) await acme.client.put(`/tickets/${number}`, { status }).expect(200);
    const entries = await app.operator.audit(acme.scope.workspaceId, { ticket: number });
    expect(entries.map(({ after }) => after?.['status'])).toEqual(['new', 'open', 'new']);
  });

  it('a new ticket has all values that it was given', async () => {
    const ticket = await aTicket(acme, { ...FIRST, external_id: 'E-7', source: 'old desk' });
    const [entry] = (await entriesOf(acme)).filter(({ subject_id: id }) => id === ticket.id);
    expect(entry).toMatchObject({ action: 'ticket.created', actor: 'service', before: null });
    const { number } = ticket;
    expect(entry?.after).toEqual({ ...FIRST, number, external_id: 'E-7', source: 'old desk' });
  });
});
