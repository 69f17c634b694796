import type { CustomerId, TeamMemberId, TicketId } from '../kernel/ids.js';
import { toLegacyTicketDto, toTicketChanges, toTicketDto, toTicketQuery } from './ticket.mapper.js';
import type { TicketRow } from './ticket.row.js';

const BARE: TicketRow = {
  id: 'ticket' as TicketId,
  number: 42,
  subject: 'Pending payments',
  description: '<p>Please help.</p>',
  priority: null,
  status: 'open',
  createdAt: new Date('2026-03-04T10:00:00Z'),
  updatedAt: new Date('2026-06-09T12:00:00.5Z'),
  resolutionDueAt: null,
  externalId: null,
  source: null,
  category: null,
  subCategoryOne: null,
  subCategoryTwo: null,
  group: null,
  tags: [],
  assigneeId: null,
  assigneeFirstName: null,
  assigneeLastName: null,
  assigneeEmail: null,
  customerId: 'customer' as CustomerId,
  customerFirstName: null,
  customerLastName: null,
  customerEmail: 'john@customer.example',
  customerPhones: [],
  fields: null,
};

const ASSIGNED: TicketRow = {
  ...BARE,
  assigneeId: 'oliver' as TeamMemberId,
  assigneeFirstName: 'Oliver',
  assigneeLastName: 'Smith',
  assigneeEmail: 'oliver@acme.example',
};

describe('a ticket as clients see it', () => {
  it('has every key, null where there is nothing', () => {
    expect(toTicketDto(BARE)).toEqual({
      id: 'ticket',
      number: 42,
      subject: 'Pending payments',
      description: '<p>Please help.</p>',
      priority: null,
      status: 'open',
      created_at: '2026-03-04T10:00:00.000Z',
      updated_at: '2026-06-09T12:00:00.500Z',
      resolution_due_date: null,
      external_id: null,
      source: null,
      category: 'None',
      sub_category_one: null,
      sub_category_two: null,
      group: null,
      tags: [],
      assignee: null,
      customer: {
        id: 'customer',
        name: 'john@customer.example',
        email: 'john@customer.example',
        phone_numbers: [],
      },
      fields: [],
    });
  });

  it('has its keys in the order of the specification', () => {
    const keys = Object.keys(toTicketDto(BARE));
    expect(keys.slice(0, 9).join(' ')).toBe(
      'id number subject description priority status created_at updated_at resolution_due_date',
    );
  });

  it('shows who has it', () => {
    expect(toTicketDto(ASSIGNED).assignee).toEqual({
      id: 'oliver',
      name: 'Oliver Smith',
      email: 'oliver@acme.example',
    });
  });

  it('calls an assignee without a name by the address', () => {
    const nameless = { ...ASSIGNED, assigneeFirstName: null, assigneeLastName: null };
    expect(toTicketDto(nameless).assignee?.name).toBe('oliver@acme.example');
  });

  it('shows the values of its fields in their order', () => {
    const row: TicketRow = {
      ...BARE,
      fields: [
        ['Seats', 12],
        ['Products', ['Desk', 'Chat']],
      ],
    };
    expect(toTicketDto(row).fields).toEqual([
      { field_name: 'Seats', field_value: 12 },
      { field_name: 'Products', field_value: ['Desk', 'Chat'] },
    ]);
  });

  it('has exactly the reduced shape on the older route', () => {
    expect(Object.keys(toLegacyTicketDto(BARE))).toEqual([
      'id',
      'number',
      'subject',
      'description',
      'priority',
      'status',
      'category',
    ]);
  });
});

describe('the body of an update', () => {
  it('that is empty changes nothing', () => {
    expect(toTicketChanges({})).toEqual({});
  });

  it('keeps null and leaves out what is absent', () => {
    const body = { group: null, assignee_email: null, resolution_due_date: null, sub_category_one: null };
    expect(Object.entries(toTicketChanges(body))).toEqual([
      ['subCategoryOne', null],
      ['group', null],
      ['assigneeEmail', null],
      ['resolutionDueAt', null],
    ]);
  });

  it('names the resolution date as a moment', () => {
    const body = { resolution_due_date: '2026-12-31T17:00:00+05:30' };
    expect(toTicketChanges(body)).toEqual({ resolutionDueAt: new Date('2026-12-31T11:30:00Z') });
  });

  it('names every property', () => {
    const body = {
      email: 'john@customer.example',
      subject: 's',
      description: 'd',
      ticket_fields: { Country: 'India' },
      status: 'open',
      priority: 'low',
      category: 'Billing',
      sub_category_one: 'Invoices',
      sub_category_two: 'VAT',
      group: 'Support',
      assignee_email: 'oliver@acme.example',
      tags: ['vip'],
    } as const;
    expect(toTicketChanges({ ...body, tags: [...body.tags] })).toEqual({
      email: 'john@customer.example',
      subject: 's',
      description: 'd',
      fieldValues: { Country: 'India' },
      status: 'open',
      priority: 'low',
      category: 'Billing',
      subCategoryOne: 'Invoices',
      subCategoryTwo: 'VAT',
      group: 'Support',
      assigneeEmail: 'oliver@acme.example',
      tags: ['vip'],
    });
  });
});

describe('the query of a list', () => {
  it('is newest first without conditions', () => {
    expect(toTicketQuery({})).toEqual({ order: { by: 'createdAt', direction: 'desc' } });
  });

  it('can be ordered otherwise', () => {
    expect(toTicketQuery({ sort: 'updated_at', order: 'asc' }).order).toEqual({
      by: 'updatedAt',
      direction: 'asc',
    });
  });

  it('takes several statuses and priorities', () => {
    expect(toTicketQuery({ status: 'open,on_hold', priority: 'low,high' })).toMatchObject({
      statuses: ['open', 'on_hold'],
      priorities: ['low', 'high'],
    });
  });

  it('compares a tag as it is stored, trimmed', () => {
    expect(toTicketQuery({ tag: ' vip ' }).tag).toBe('vip');
  });
});
