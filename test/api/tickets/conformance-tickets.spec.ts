// Clauses on tickets that need every value of a list, both ends of a limit or all filters at once.
import { ApiClient } from '../../support/servers/api-client.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { aField } from '../../support/data/fields.js';
import { startOtherApp, useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, {
    statuses: [{ name: 'awaiting_qa' }],
    groups: [{ name: 'Support' }, { name: 'Sales' }],
    team_members: ['eve', 'kim'].map((name) => ({ email: `${name}@team.example`, first_name: name })),
    fields: [
      { name: 'Text', kind: 'text' },
      { name: 'Textarea', kind: 'textarea' },
      { name: 'Integer', kind: 'integer' },
      { name: 'Decimal', kind: 'decimal' },
      { name: 'Date', kind: 'date' },
      { name: 'Checkbox', kind: 'checkbox' },
      { name: 'Single', kind: 'single_option', options: ['India', 'Germany'] },
      { name: 'Multi', kind: 'multi_option', options: ['Desk', 'Chat', 'Forms'] },
    ],
  });
});

const DEFAULT_STATUSES = ['new', 'open', 'on_hold', 'waiting_on_customer', 'closed', 'spam', 'trash'];
const update = (reference: number | string, body: object) => acme.client.put(`/tickets/${reference}`, body);

describe('an update takes', () => {
  // @proves S-2.3-7, S-3.2-1..2, D-4-32
  it('any status after any other', async () => {
    const { number } = await aTicket(acme);
    const statuses = [...DEFAULT_STATUSES, 'awaiting_qa'];
    for (const from of statuses) {
      for (const to of statuses) {
        await update(number, { status: from });
        const response = await update(number, { status: to });
        expect([from, response.status, response.body.ticket.status]).toEqual([from, 200, to]);
      }
    }
  });

  // @proves S-2.3-6, D-4-35
  it.each(['low', 'medium', 'high', 'urgent'])('the priority %s', async (priority) => {
    const { number } = await aTicket(acme);
    expect((await update(number, { priority })).body.ticket.priority).toBe(priority);
  });

  // @proves S-2.3-11
  it.each(['None', 'Questions', 'Incident', 'Problem', 'Feature request', 'Refund'])(
    'the default category %s',
    async (category) => {
      const { number } = await aTicket(acme, { category: 'Problem' });
      expect((await update(number, { category })).body.ticket.category).toBe(category);
    },
  );

  // @proves D-4-43
  it('a due date in any offset, and null to clear it', async () => {
    const { number } = await aTicket(acme);
    const set = await update(number, { resolution_due_date: '2026-12-31T18:00:00+01:00' });
    expect(set.body.ticket.resolution_due_date).toBe('2026-12-31T17:00:00.000Z');
    const cleared = await update(number, { resolution_due_date: null });
    expect(cleared.body.ticket.resolution_due_date).toBeNull();
  });

  // @proves D-4-28..29, D-4-42
  it('as much as the limits say, and not one more', async () => {
    const { number } = await aTicket(acme);
    const most = {
      subject: 'x'.repeat(255),
      description: 'x'.repeat(256 * 1024),
      tags: Array.from({ length: 100 }, (_, at) => `${at}`.padStart(64, 't')),
    };
    const { status, body } = await update(number, most);
    expect([status, body.ticket]).toEqual([200, expect.objectContaining(most)]);
    const more = await update(number, {
      subject: `${most.subject}x`,
      description: `${most.description}x`,
      tags: [...most.tags, 'one more'],
    });
    expect([more.status, fieldErrors(more).sort()]).toEqual([422, ['description', 'subject', 'tags']]);
    expect((await update(number, {})).body.ticket).toEqual(body.ticket);
  });

  // @proves D-4-9..19
  it.each<[string, string, unknown, unknown]>([
    ['a text of 1,000 characters', 'Text', 'x'.repeat(1_000), 'x'.repeat(1_000)],
    ['a textarea of 65,535 characters', 'Textarea', 'x\n'.repeat(32_767) + 'x', 'x\n'.repeat(32_767) + 'x'],
    ['the largest integer', 'Integer', 2 ** 53 - 1, 2 ** 53 - 1],
    ['an integer as a string', 'Integer', '-9007199254740991', -(2 ** 53 - 1)],
    ['a decimal of 15 digits', 'Decimal', 123456789.012345, 123456789.012345],
    ['a decimal as a string', 'Decimal', '1250.50', 1250.5],
    ['a day', 'Date', '2028-02-29', '2028-02-29'],
    ['a tick', 'Checkbox', true, true],
    ['a missing tick as a string', 'Checkbox', 'false', false],
    ['the label of an option', 'Single', 'Germany', 'Germany'],
    ['labels in any order', 'Multi', ['Forms', 'Desk', 'Forms'], ['Desk', 'Forms']],
    ['one label alone', 'Multi', 'Chat', ['Chat']],
  ])('%s as the value of a field, and returns it as that kind does', async (_name, field, sent, shown) => {
    const { number } = await aTicket(acme);
    const { status, body } = await update(number, { ticket_fields: { [field]: sent } });
    expect([status, body.ticket.fields]).toEqual([200, [{ field_name: field, field_value: shown }]]);
    expect((await acme.client.get(`/tickets/${number}`)).body).toEqual(body);
  });

  // @proves D-4-9..11, D-4-13, D-4-15, D-4-17
  it.each<[string, string, unknown]>([
    ['a text of 1,001 characters', 'Text', 'x'.repeat(1_001)],
    ['a textarea of 65,536 characters', 'Textarea', 'x'.repeat(65_536)],
    ['an integer beyond 2^53-1', 'Integer', '9007199254740992'],
    ['a decimal of 16 digits', 'Decimal', '1.234567890123456'],
    ['a day that no calendar has', 'Date', '2027-02-29'],
    ['a tick in words', 'Checkbox', 'yes'],
    ['a label in other case', 'Single', 'india'],
    ['a label that does not exist', 'Multi', ['Desk', 'Fax']],
  ])('not %s', async (_name, field, sent) => {
    const { number } = await aTicket(acme);
    const response = await update(number, { ticket_fields: { [field]: sent } });
    expect([response.status, fieldErrors(response)]).toEqual([422, [`ticket_fields.${field}`]]);
  });
});

describe('the values of a ticket', () => {
  // @proves D-4-7
  it('follow the display order of their fields from the next read on', async () => {
    const own = await aWorkspace(app);
    const first = await aField(own, { name: 'First', kind: 'text' });
    await aField(own, { name: 'Second', kind: 'text' });
    const { number } = await aTicket(own, { ticket_fields: { First: 'a', Second: 'b' } });
    const names = async () =>
      ((await own.client.get(`/tickets/${number}`)).body.ticket.fields as { field_name: string }[]).map(
        ({ field_name }) => field_name,
      );
    expect(await names()).toEqual(['First', 'Second']);
    await own.client.patch(`/fields/${first.id}`, { field: { display_order: 99 } });
    expect(await names()).toEqual(['Second', 'First']);
  });
});

describe('the older update', () => {
  // @proves S-4.4-17..19, D-4-47
  it('takes its seven properties, by number and by id alike', async () => {
    const { id, number } = await aTicket(acme);
    const body = {
      email: 'older@customer.example',
      subject: 'Older',
      description: '<p>Older</p>',
      ticket_fields: { Text: 'older' },
      status: 'awaiting_qa',
      priority: 'urgent',
      category: 'Refund',
    };
    for (const reference of [id, number]) {
      const response = await acme.client.put(`/api/v1/public/tickets/${reference}`, body);
      expect([response.status, response.body]).toEqual([
        200,
        {
          ticket: {
            id,
            number,
            subject: 'Older',
            description: '<p>Older</p>',
            priority: 'urgent',
            status: 'awaiting_qa',
            category: 'Refund',
          },
        },
      ]);
    }
    expect((await acme.client.get(`/tickets/${number}`)).body.ticket).toMatchObject({
      customer: { email: 'older@customer.example' },
      fields: [{ field_name: 'Text', field_value: 'older' }],
    });
  });

  // @proves D-4-47
  it('knows none of the other properties', async () => {
    const { number } = await aTicket(acme);
    const others = {
      sub_category_one: null,
      sub_category_two: null,
      group: 'Support',
      assignee_email: null,
      tags: [],
      resolution_due_date: null,
    };
    const response = await acme.client.put(`/api/v1/public/tickets/${number}`, others);
    expect([response.status, fieldErrors(response).sort()]).toEqual([422, Object.keys(others).sort()]);
  });
});

describe('the filters of the list', () => {
  // @proves S-4.5-3, D-4-49
  it('can be combined, all of them', async () => {
    const own = await aWorkspace(app, {
      groups: [{ name: 'Support' }, { name: 'Sales' }],
      team_members: ['eve', 'kim'].map((name) => ({ email: `${name}@team.example`, first_name: name })),
      fields: [{ name: 'Country', kind: 'single_option', options: ['India', 'Germany'] }],
    });
    const line = {
      email: 'a@customer.example',
      status: 'open',
      priority: 'high',
      assignee_email: 'eve@team.example',
      group: 'Support',
      category: 'Refund',
      tags: ['vip'],
      external_id: 'E-1',
      source: 'elsewhere',
      ticket_fields: { Country: 'India' },
      created_at: '2024-05-05T12:00:00Z',
    };
    const others = [
      { email: 'b@customer.example' },
      { status: 'closed' },
      { priority: 'low' },
      { assignee_email: 'kim@team.example' },
      { group: 'Sales' },
      { category: 'Problem' },
      { tags: [] },
      { external_id: 'E-2' },
      { source: 'nowhere' },
      { ticket_fields: { Country: 'Germany' } },
      { created_at: '2024-05-06T00:00:00Z' },
    ];
    const wanted = await aTicket(own, line);
    // Two tickets cannot share source and external id, so the others have external ids of their own.
    for (const [at, other] of others.entries())
      await aTicket(own, { ...line, external_id: `O-${at}`, ...other });
    const { ticket } = (await own.client.get(`/tickets/${wanted.number}`)).body;
    const query = new URLSearchParams({
      status: 'open,new',
      priority: 'high',
      sort: 'updated_at',
      order: 'asc',
      customer_id: ticket.customer.id,
      customer_email: 'a@customer.example',
      assignee_id: ticket.assignee.id,
      assignee_email: 'eve@team.example',
      group: 'Support',
      category: 'Refund',
      tag: 'vip',
      external_id: 'E-1',
      source: 'elsewhere',
      field_name: 'Country',
      field_value: 'India',
      range_type: 'custom',
      start_date: '2024-05-05',
      end_date: '2024-05-05',
    });
    const all = await own.client.get(`/tickets?${query.toString()}`);
    expect([all.status, all.body.tickets, all.body.pagination.total_records]).toEqual([200, [ticket], 1]);
    // Without the external id, which all differ in, each is kept out by the one other thing in which it differs.
    query.delete('external_id');
    const most = await own.client.get(`/tickets?${query.toString()}`);
    const found = most.body.tickets as { external_id: string }[];
    expect(found.map((one) => one.external_id).sort()).toEqual(['E-1', 'E-2']);
  });
});

describe('totals', () => {
  // @proves D-3-6
  it('are exact right after each change, in every process', async () => {
    const other = await startOtherApp();
    const own = await aWorkspace(app);
    const elsewhere = new ApiClient(other, own.subdomain, own.key);
    const total = async (path: string) => (await elsewhere.get(path)).body.pagination.total_records as number;
    for (let made = 1; made <= 3; made++) {
      await aTicket(own);
      expect(await total('/tickets?page_size=1')).toBe(made);
    }
    await own.client.put('/tickets/2', { status: 'closed', tags: ['x'] });
    expect([
      await total('/tickets?status=new'),
      await total('/tickets?status=closed'),
      await total('/tickets?tag=x'),
      await total('/tickets?page_number=9'),
    ]).toEqual([2, 1, 1, 3]);
    const field = await aField(own, { name: 'Counted', kind: 'text', state: 'inactive' });
    expect([await total('/fields'), await total('/fields?state=active&page_size=1')]).toEqual([1, 0]);
    await own.client.delete(`/fields/${field.id}`);
    expect(await total('/fields?page_number=1')).toBe(0);
    await other.stop();
  });
});
