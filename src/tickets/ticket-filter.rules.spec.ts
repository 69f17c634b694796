import type { FieldDefinition } from '../fields/field-values.rules.js';
import type { CategoryId, FieldId, GroupId, OptionId, StatusId } from '../kernel/ids.js';
import { Problems } from '../kernel/problems.js';
import { filterOf, namesIn } from './ticket-filter.rules.js';
import type { TicketQuery } from './ticket.filter.js';
import type { TicketVocabulary } from './ticket-vocabulary.js';

const NOW = new Date('2026-03-04T10:00:00Z');

const field = (name: string, settings: Partial<FieldDefinition>): [string, FieldDefinition] => [
  name,
  {
    id: `id of ${name}` as FieldId,
    name,
    kind: 'text',
    isRequiredForClosing: false,
    options: [],
    ...settings,
  },
];

const options = ['Desk', 'Chat'].map((label) => ({ id: `id of ${label}` as OptionId, label }));

const VOCABULARY: TicketVocabulary = {
  statuses: new Map(['new', 'open'].map((name) => [name, `id of ${name}` as StatusId])),
  groups: new Map([['Support', 'id of Support' as GroupId]]),
  assignees: new Map(),
  categories: [{ id: 'id of Billing' as CategoryId, parentId: null, name: 'Billing' }],
  fields: new Map([
    field('Country', {}),
    field('Seats', { kind: 'integer' }),
    field('Product', { kind: 'single_option', options }),
    field('Products', { kind: 'multi_option', options }),
  ]),
};

const filter = (query: Omit<TicketQuery, 'order'>) => {
  const problems = new Problems();
  const order = { by: 'createdAt', direction: 'desc' } as const;
  const found = filterOf({ ...query, order }, VOCABULARY, NOW, problems);
  return { filter: found, wrong: problems.list.map(({ path }) => path) };
};

describe('the conditions of a query', () => {
  it('are none when it names none', () => {
    expect(filter({})).toEqual({ filter: {}, wrong: [] });
  });

  it('hold ids instead of names', () => {
    expect(filter({ statuses: ['open', 'new'], group: 'Support', category: 'Billing' }).filter).toEqual({
      statusIds: ['id of open', 'id of new'],
      groupId: 'id of Support',
      categoryId: 'id of Billing',
    });
  });

  it('can ask for tickets without a category', () => {
    expect(filter({ category: 'None' }).filter).toEqual({ categoryId: null });
  });

  it('compare addresses without case', () => {
    expect(
      filter({ customerEmail: 'John@Customer.example', assigneeEmail: 'OLIVER@acme.example' }).filter,
    ).toEqual({
      customerEmailKey: 'john@customer.example',
      assigneeEmailKey: 'oliver@acme.example',
    });
  });

  it('are refused for each name that cannot exist', () => {
    const wrong = filter({ statuses: ['open', 'gone'], group: 'Nobody', category: 'Sales' });
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
    expect(filter({ fieldName, fieldValue }).filter).toEqual({
      fieldValue: { fieldId: `id of ${fieldName}`, values: [value] },
    });
  });

  it.each([
    [{ fieldName: 'Planet', fieldValue: 'Mars' }, 'field_name'],
    [{ fieldName: 'Seats', fieldValue: 'many' }, 'field_value'],
    [{ fieldName: 'Product', fieldValue: 'Fax' }, 'field_value'],
    [{ fieldName: 'Country' }, 'field_value'],
    [{ fieldValue: 'India' }, 'field_name'],
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
    expect(filter({ range }).filter).toEqual({ createdFrom: new Date(from) });
  });

  it('of one day is that whole day in UTC', () => {
    expect(filter({ range: 'custom', startDate: '2026-03-01', endDate: '2026-03-01' }).filter).toEqual({
      createdFrom: new Date('2026-03-01T00:00:00Z'),
      createdBefore: new Date('2026-03-02T00:00:00Z'),
    });
  });

  it('includes its last day over the end of a year', () => {
    const { createdBefore } = filter({
      range: 'custom',
      startDate: '2026-01-01',
      endDate: '2026-12-31',
    }).filter;
    expect(createdBefore).toEqual(new Date('2027-01-01T00:00:00Z'));
  });

  it.each([
    [{ range: 'custom' }, ['start_date', 'end_date']],
    [{ range: 'custom', startDate: '2026-03-01' }, ['end_date']],
    [{ range: 'custom', startDate: '2026-03-02', endDate: '2026-03-01' }, ['end_date']],
    [{ range: 'last_7_days', startDate: '2026-03-01' }, ['start_date']],
    [{ startDate: '2026-03-01', endDate: '2026-03-01' }, ['start_date', 'end_date']],
  ] as const)('is refused: %j', (query, wrong) => {
    expect(filter(query).wrong).toEqual(wrong);
  });
});

describe('the names that a query needs', () => {
  it('are none when nothing has to be looked up', () => {
    const order = { by: 'createdAt', direction: 'desc' } as const;
    expect(namesIn({ tag: 'vip', priorities: ['high'], order })).toBeNull();
  });

  it('are those of its statuses, group, category and field', () => {
    const order = { by: 'createdAt', direction: 'desc' } as const;
    const query = { statuses: ['open'], group: 'Support', category: 'Billing', fieldName: 'Seats', order };
    expect(namesIn(query)).toEqual({
      statuses: ['open'],
      groups: ['Support'],
      fields: ['Seats'],
      categories: true,
      removedOptions: true,
    });
  });
});
