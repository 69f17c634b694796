import { aField, byName, idsOf } from '../../../test/support/data/tickets/ticket-names.js';
import { Problems } from '../../kernel/errors.js';
import { pageRequest } from '../../kernel/page.js';
import { SearchLanguage } from '../../kernel/search/query.rules.js';
import { orderOf, utcClock, type FilterNames, type TicketQuery } from './ticket-filter.rules.js';
import { listStatement } from './ticket-list.sql.js';
import { groupsOf, searchConditions, withoutSearch } from './ticket-search.rules.js';

const CLOCK = utcClock(new Date('2026-03-04T10:00:00Z'));
const NAMES: FilterNames = {
  ...{ statuses: idsOf('new', 'open'), groups: idsOf('Support'), categories: [] },
  activeFields: byName(aField('Seats', 'integer')),
};
const language = new SearchLanguage([
  'subject',
  ...['status', 'group', 'tag', 'priority', 'customer_id', 'field_name', 'field_value'],
  ...['range_type', 'start_date', 'end_date'],
]);

function conditionsOf(query: TicketQuery, q = '') {
  const { terms, filters } = language.read(q);
  const problems = new Problems();
  const search = { ...withoutSearch(query), terms, groups: groupsOf(filters) };
  return { conditions: searchConditions(search, NAMES, CLOCK, problems), wrong: problems.list };
}

const statementOf = (query: TicketQuery, q = '') =>
  listStatement(conditionsOf(query, q).conditions, orderOf(query), pageRequest());

// @proves E-22-5
describe('a filter of a search', () => {
  it.each([
    ['status:open', { status: 'open' }],
    ['tag:vip', { tag: 'vip' }],
    ['status:open tag:vip priority:high', { status: 'open', tag: 'vip', priority: 'high' }],
    [
      'range_type:custom start_date:2026-01-01 end_date:2026-01-31',
      { range_type: 'custom', start_date: '2026-01-01', end_date: '2026-01-31' },
    ],
  ] as const)('makes the statement that the parameters make: %s', (q, query) => {
    expect(statementOf({}, q)).toEqual(statementOf(query));
  });

  it('is a condition beside a parameter of its name', () => {
    const { conditions } = conditionsOf({ status: 'open' }, 'status:new tag:vip');
    expect(conditions).toMatchObject({
      filter: { statusIds: ['id of open'], tag: 'vip' },
      also: [{ statusIds: ['id of new'] }],
    });
  });

  it('excludes tickets when it is an opposite', () => {
    const { conditions } = conditionsOf({}, '-status:open tag:vip');
    expect(conditions).toMatchObject({ filter: { tag: 'vip' }, opposites: [{ statusIds: ['id of open'] }] });
  });

  // @proves E-29-4
  it('finds nothing when it is the opposite of all time', () => {
    const { text } = statementOf({}, '-range_type:all_time').statement;
    expect(text).toContain('(true) IS NOT TRUE');
  });

  it('with a name that cannot exist is a problem of q', () => {
    expect(conditionsOf({}, '-group:Nobody').wrong).toMatchObject([
      { path: 'q', message: expect.stringMatching(/^is wrong at group: is not the name of a group/) },
    ]);
  });

  it('without its other part is a problem of q', () => {
    expect(conditionsOf({}, 'field_name:Seats').wrong).toEqual([
      { path: 'q', message: 'is wrong at field_value: is needed: field_name and field_value go together' },
    ]);
  });
});

describe('filters that belong together', () => {
  const groups = (q: string) => groupsOf(language.read(q).filters).map(({ query }) => query);

  it('are one condition, in any order', () => {
    expect(groups('field_value:7 status:open field_name:Seats')).toEqual([
      { field_value: '7', field_name: 'Seats' },
      { status: 'open' },
    ]);
  });

  it('are two conditions when they are named twice', () => {
    expect(groups('field_name:A field_value:1 field_name:B field_value:2')).toEqual([
      { field_name: 'A', field_value: '1' },
      { field_name: 'B', field_value: '2' },
    ]);
  });

  it('do not belong to an opposite', () => {
    expect(groups('field_name:A -field_value:1')).toHaveLength(2);
  });
});
