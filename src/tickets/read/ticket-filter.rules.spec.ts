import { aField, byName, idsOf } from '../../../test/support/data/ticket-names.js';
import type { CategoryId } from '../../kernel/ids.js';
import { Problems } from '../../kernel/errors.js';
import { filterOf, orderOf, usesNames, type FilterNames, type TicketQuery } from './ticket-filter.rules.js';

const NOW = new Date('2026-03-04T10:00:00Z');

const NAMES: FilterNames = {
  statuses: idsOf('new', 'open'),
  groups: idsOf('Support'),
  categories: [{ id: 'id of Billing' as CategoryId, parentId: null, name: 'Billing' }],
  activeFields: byName(
    aField('Country'),
    aField('Seats', 'integer'),
    aField('Product', 'single_option', ['Desk', 'Chat']),
    aField('Products', 'multi_option', ['Desk', 'Chat']),
  ),
};

const filter = (query: TicketQuery) => {
  const problems = new Problems();
  const found = filterOf(query, NAMES, NOW, problems);
  return { filter: found, wrong: problems.list.map(({ path }) => path) };
};

describe('the conditions of a query', () => {
  it('are none when it names none', () => {
    expect(filter({})).toEqual({ filter: {}, wrong: [] });
  });

  it('hold ids instead of names', () => {
    expect(filter({ status: ['open', 'new'], group: 'Support', category: 'Billing' }).filter).toEqual({
      statusIds: ['id of open', 'id of new'],
      groupId: 'id of Support',
      categoryId: 'id of Billing',
    });
  });

  it('take several statuses and priorities, separated by commas', () => {
    expect(filter({ status: 'open, new', priority: 'low,high' }).filter).toEqual({
      statusIds: ['id of open', 'id of new'],
      priorities: ['low', 'high'],
    });
  });

  it('compare a tag as it is stored, trimmed', () => {
    expect(filter({ tag: ' vip ' }).filter).toEqual({ tag: 'vip' });
  });

  it('can ask for tickets without a category', () => {
    expect(filter({ category: 'None' }).filter).toEqual({ categoryId: null });
  });

  it('compare addresses without case', () => {
    expect(
      filter({ customer_email: 'John@Customer.example', assignee_email: 'OLIVER@acme.example' }).filter,
    ).toEqual({
      customerEmailKey: 'john@customer.example',
      assigneeEmailKey: 'oliver@acme.example',
    });
  });

  it('are refused for each name that cannot exist', () => {
    const wrong = filter({ status: 'open,gone', group: 'Nobody', category: 'Sales' });
    expect(wrong.wrong).toEqual(['status', 'group', 'category']);
  });
});

describe('a field with its value', () => {
  it.each([
    ['Country', 'India', 'India'],
    ['Seats', '12', 12],
    ['Product', 'Chat', 'id of Chat'],
    ['Products', 'Chat', 'id of Chat'],
  ])('is found by the name %s: %s', (fieldName, fieldValue, value) => {
    expect(filter({ field_name: fieldName, field_value: fieldValue }).filter).toEqual({
      fieldValue: { fieldId: `id of ${fieldName}`, values: [value] },
    });
  });

  it.each([
    [{ field_name: 'Planet', field_value: 'Mars' }, 'field_name'],
    [{ field_name: 'Seats', field_value: 'many' }, 'field_value'],
    [{ field_name: 'Product', field_value: 'Fax' }, 'field_value'],
    [{ field_name: 'Country' }, 'field_value'],
    [{ field_value: 'India' }, 'field_name'],
  ])('is refused: %j', (query, wrong) => {
    expect(filter(query)).toEqual({ filter: {}, wrong: [wrong] });
  });
});

describe('a range of days', () => {
  it.each([
    ['last_24_hours', '2026-03-03T10:00:00Z'],
    ['last_7_days', '2026-02-25T10:00:00Z'],
    ['last_30_days', '2026-02-02T10:00:00Z'],
  ] as const)('%s ends now', (range, from) => {
    expect(filter({ range_type: range }).filter).toEqual({ createdFrom: new Date(from) });
  });

  // @proves D-4-63
  it('of one day is that whole day in UTC', () => {
    expect(filter({ range_type: 'custom', start_date: '2026-03-01', end_date: '2026-03-01' }).filter).toEqual(
      {
        createdFrom: new Date('2026-03-01T00:00:00Z'),
        createdBefore: new Date('2026-03-02T00:00:00Z'),
      },
    );
  });

  it('includes its last day over the end of a year', () => {
    const { createdBefore } = filter({
      range_type: 'custom',
      start_date: '2026-01-01',
      end_date: '2026-12-31',
    }).filter;
    expect(createdBefore).toEqual(new Date('2027-01-01T00:00:00Z'));
  });

  it.each([
    [{ range_type: 'custom' }, ['start_date', 'end_date']],
    [{ range_type: 'custom', start_date: '2026-03-01' }, ['end_date']],
    [{ range_type: 'custom', start_date: '2026-03-02', end_date: '2026-03-01' }, ['end_date']],
    [{ range_type: 'last_7_days', start_date: '2026-03-01' }, ['start_date']],
    [{ start_date: '2026-03-01', end_date: '2026-03-01' }, ['start_date', 'end_date']],
  ] as const)('is refused: %j', (query, wrong) => {
    expect(filter(query).wrong).toEqual(wrong);
  });
});

describe('the vocabulary', () => {
  it('is not needed by a query without names', () => {
    expect(usesNames({ tag: 'vip', priority: 'high' })).toBe(false);
  });

  it.each([{ status: 'open' }, { group: 'Support' }, { category: 'Billing' }, { field_name: 'Seats' }])(
    'is needed by %j',
    (query) => {
      expect(usesNames(query)).toBe(true);
    },
  );
});

describe('the order of a list', () => {
  it('is newest first, unless the query says otherwise', () => {
    expect(orderOf({})).toEqual({ by: 'createdAt', direction: 'desc' });
    expect(orderOf({ sort: 'updated_at', order: 'asc' })).toEqual({ by: 'updatedAt', direction: 'asc' });
  });
});
