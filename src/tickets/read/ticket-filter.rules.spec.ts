import { aField, byName, idsOf } from '../../../test/support/data/tickets/ticket-names.js';
import type { CategoryId } from '../../kernel/ids.js';
import { Problems } from '../../kernel/errors.js';
import {
  filterOf,
  orderOf,
  usesDays,
  usesNames,
  type FilterNames,
  type TicketQuery,
} from './ticket-filter.rules.js';

const CLOCK = { now: new Date('2026-03-04T23:30:00Z'), today: '2026-03-05', timeZone: 'Europe/Berlin' };

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
  const found = filterOf(query, NAMES, CLOCK, problems);
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

  it('use those of several names that exist, and need at least one', () => {
    expect(filter({ status: 'pending,open', priority: 'severe,low' })).toEqual({
      filter: { statusIds: ['id of open'], priorities: ['low'] },
      wrong: [],
    });
    expect(filter({ status: 'pending,solved' }).wrong).toEqual(['status', 'status']);
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
    const wrong = filter({ status: 'gone', group: 'Nobody', category: 'Sales' });
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

  it('is not said to be needed when it is there and refused already', () => {
    const problems = new Problems([{ path: 'field_value', message: 'must be a string' }]);
    filterOf({ field_name: 'Seats' }, NAMES, CLOCK, problems);
    expect(problems.list.map(({ message }) => message)).toEqual(['must be a string']);
  });
});

describe('a range of days', () => {
  const { timeZone } = CLOCK;

  it('of 24 hours ends now, wherever the workspace is', () => {
    expect(filter({ range_type: 'last_24_hours' }).filter).toEqual({
      createdFrom: new Date('2026-03-03T23:30:00Z'),
    });
  });

  // @proves E-29-4
  it.each([
    ['last_7_days', '2026-02-27'],
    ['last_30_days', '2026-02-04'],
    ['last_90_days', '2025-12-06'],
  ] as const)('%s ends with the day that it is in the workspace', (range, day) => {
    expect(filter({ range_type: range }).filter).toEqual({
      createdFrom: { day, timeZone },
      createdBefore: { day: '2026-03-06', timeZone },
    });
  });

  // @proves E-29-4
  it('of all time has no end', () => {
    expect(filter({ range_type: 'all_time' })).toEqual({ filter: {}, wrong: [] });
  });

  // @proves D-4-63
  it('of one day is that whole day in the zone of the workspace', () => {
    expect(filter({ range_type: 'custom', start_date: '2026-03-01', end_date: '2026-03-01' }).filter).toEqual(
      { createdFrom: { day: '2026-03-01', timeZone }, createdBefore: { day: '2026-03-02', timeZone } },
    );
  });

  it('includes its last day over the end of a year, and the first and the last day of all', () => {
    const between = (start_date: string, end_date: string) =>
      filter({ range_type: 'custom', start_date, end_date }).filter;
    expect(between('2026-01-01', '2026-12-31').createdBefore).toEqual({ day: '2027-01-01', timeZone });
    expect(between('0000-02-01', '9999-12-31')).toEqual({
      createdFrom: { day: '-infinity', timeZone },
      createdBefore: { day: 'infinity', timeZone },
    });
    const firstYear = (end: string) => between('0000-01-01', end).createdBefore;
    expect(firstYear('0000-12-30')).toEqual({ day: '-infinity', timeZone });
    expect(firstYear('0000-12-31')).toEqual({ day: '0001-01-01', timeZone });
  });

  it('needs the time zone only for calendar days', () => {
    const using = (range_type: TicketQuery['range_type']) => usesDays(range_type ? { range_type } : {});
    expect([undefined, 'last_24_hours', 'all_time'].map((range) => using(range as never))).toEqual([
      ...[false, false, false],
    ]);
    expect((['last_7_days', 'last_90_days', 'custom'] as const).map(using)).toEqual([true, true, true]);
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
