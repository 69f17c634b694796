import { Problems } from '../../kernel/errors.js';
import { datesOf, rangeOf, readRange, type RangeQuery, type ReportRange } from './report-range.rules.js';

const CLOCK = {
  now: new Date('2026-03-15T10:20:30.456Z'),
  today: '2026-03-15',
  dayAgo: '2026-03-14',
  twoDaysAgo: '2026-03-13',
};
const rangeFor = (query: RangeQuery): ReportRange => rangeOf(readRange(query, new Problems()), CLOCK);
const spans = (query: RangeQuery, of: 'present' | 'previous' = 'present'): string[] =>
  (rangeFor(query)[of] ?? []).map(({ grain, from, before }) => `${grain} ${from} ${before}`);
const custom = (first: string, last: string): RangeQuery => ({
  ...{ range_type: 'custom', start_date: first, end_date: last },
});

describe('calendar days', () => {
  it('end with today, and are compared with as many days before', () => {
    expect(spans({})).toEqual(['day 2026-03-09 2026-03-16']);
    expect(spans({}, 'previous')).toEqual(['day 2026-03-02 2026-03-09']);
    expect(spans(custom('2026-03-01', '2026-03-01'), 'previous')).toEqual(['day 2026-02-28 2026-03-01']);
  });

  it('are read as months where a month is covered whole', () => {
    expect(spans(custom('2025-12-30', '2026-03-02'))).toEqual([
      'day 2025-12-30 2026-01-01',
      'month 2026-01-01 2026-03-01',
      'day 2026-03-01 2026-03-03',
    ]);
    expect(spans(custom('2024-02-01', '2024-02-29'))).toEqual(['month 2024-02-01 2024-03-01']);
    expect(spans(custom('2024-02-02', '2024-02-29'))).toEqual(['day 2024-02-02 2024-03-01']);
    expect(spans(custom('2024-02-01', '2024-02-28'))).toEqual(['day 2024-02-01 2024-02-29']);
  });
});

it('24 hours roll by the minute', () => {
  expect(spans({ range_type: 'last_24_hours' })).toEqual(['minute 2026-03-14 10:21 2026-03-15 10:21']);
  expect(spans({ range_type: 'last_24_hours' }, 'previous')).toEqual([
    'minute 2026-03-13 10:21 2026-03-14 10:21',
  ]);
});

it('24 hours touch three days after a night that has lost an hour', () => {
  const days = { today: '2026-03-30', dayAgo: '2026-03-28', twoDaysAgo: '2026-03-27' };
  const clock = { now: new Date('2026-03-29T22:30:00Z'), ...days };
  const range = rangeOf({ type: 'last_24_hours', days: null }, clock);
  expect(datesOf(range, null).list).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
  expect(range.begins).toBe('2026-03-27');
});

it('All time has no period before it', () => {
  const range = rangeFor({ range_type: 'all_time' });
  expect(range.previous).toBeNull();
  expect(spans({ range_type: 'all_time' })).toEqual([
    'month -infinity 2026-03-01',
    'day 2026-03-01 2026-03-16',
  ]);
});

describe('the dates of a series', () => {
  it('are all days, with both ends', () => {
    expect(datesOf(rangeFor(custom('2026-02-27', '2026-03-01')), null)).toEqual({
      grain: 'day',
      list: ['2026-02-27', '2026-02-28', '2026-03-01'],
    });
  });

  it('are months for all time that is longer than 400 days', () => {
    const all = rangeFor({ range_type: 'all_time' });
    expect(datesOf(all, '2025-02-09').list).toHaveLength(400);
    const { grain, list } = datesOf(all, '2025-02-08');
    expect([grain, list.length, list[0], list.at(-1)]).toEqual(['month', 14, '2025-02-01', '2026-03-01']);
  });

  it('of all time are today alone when nothing was counted, or only later', () => {
    const all = rangeFor({ range_type: 'all_time' });
    expect(datesOf(all, null).list).toEqual(['2026-03-15']);
    expect(datesOf(all, '2026-04-01').list).toEqual(['2026-03-15']);
  });
});
