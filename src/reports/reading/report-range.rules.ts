import type { Problems } from '../../kernel/errors.js';
import {
  addDays,
  DAY_MS,
  readCustomDays,
  recentDays,
  timeOf,
  type Days,
  type LocalClock,
  type RangeType,
  type WantedDays,
} from '../../kernel/time/day-range.rules.js';
import type { Grain } from '../figures.js';

export const DEFAULT_RANGE: RangeType = 'last_7_days';
export const MOST_DAYS = 3_660;
/** The series of all time has a value for each month when it is longer than this number of days. */
const MOST_DAYS_OF_ALL_TIME = 400;

export type RangeQuery = WantedDays & { readonly range_type?: RangeType };

/** Rows of one grain from the first time on, before the last one, as PostgreSQL writes timestamps without a zone. */
export interface CountedPeriod {
  readonly grain: Grain;
  readonly from: string;
  readonly before: string;
}

/** The spans of a report, and those of the period before it; null when that is not compared. */
export interface ReportRange {
  readonly present: readonly CountedPeriod[];
  readonly previous: readonly CountedPeriod[] | null;
  /** The days that the present spans touch; the first one is null when it is the first of all. */
  readonly days: readonly [first: string | null, last: string];
  /** The first day of which any count is shown; null for the first of all. */
  readonly begins: string | null;
}

/** The calendar of a range and of the period before it, which PostgreSQL and JavaScript write alike. */
const [FIRST_DAY, LAST_DAY] = ['1000-01-01', '9998-12-31'];

/** The time where the workspace is. */
export interface ReportClock extends LocalClock {
  /** The day of 24 hours ago. After a night of 23 hours it may be the one before yesterday. */
  readonly dayAgo: string;
  /** The day of 48 hours ago. */
  readonly twoDaysAgo: string;
}

/** A range that was read from a query; only `custom` has days. */
export interface WantedRange {
  readonly type: RangeType;
  readonly days: Days | null;
}

/** Reads a range, and adds what is wrong with it. */
export function readRange(query: RangeQuery, problems: Problems): WantedRange {
  const days = readCustomDays(query, problems);
  if (days !== null && !problems.any) {
    if (days[0] < FIRST_DAY) problems.add('start_date', `must not be before ${FIRST_DAY}`);
    if (days[1] > LAST_DAY) problems.add('end_date', `must not be after ${LAST_DAY}`);
    if (daysBetween(days) > MOST_DAYS)
      problems.add('end_date', `must be at most ${MOST_DAYS - 1} days after start_date`);
  }
  return { type: query.range_type ?? DEFAULT_RANGE, days };
}

/** Finds the spans of a range. The last calendar day is today or that of the query. */
export function rangeOf({ type, days }: WantedRange, clock: ReportClock): ReportRange {
  const { today } = clock;
  if (type === 'last_24_hours') return rollingDay(clock);
  if (type === 'all_time') return allTime(today);
  return calendarDays(type === 'custom' ? (days ?? [today, today]) : recentDays(type, today));
}

function calendarDays(days: Days): ReportRange {
  const [first] = days;
  const before: Days = [addDays(first, -daysBetween(days)), addDays(first, -1)];
  return { present: spansOf(days), previous: spansOf(before), days, begins: before[0] };
}

function allTime(today: string): ReportRange {
  const month = monthOf(today);
  const present: CountedPeriod[] = [
    { grain: 'month', from: '-infinity', before: month },
    { grain: 'day', from: month, before: addDays(today, 1) },
  ];
  return { present, previous: null, days: [null, today], begins: null };
}

/** Takes the minutes of 24 hours up to this one, and of the 24 hours before. */
function rollingDay({ now, today, dayAgo, twoDaysAgo }: ReportClock): ReportRange {
  const until = Math.floor(now.getTime() / MINUTE_MS + 1) * MINUTE_MS;
  const span = (days: number): CountedPeriod => ({
    grain: 'minute',
    from: minuteAt(until - (days + 1) * DAY_MS),
    before: minuteAt(until - days * DAY_MS),
  });
  return { present: [span(0)], previous: [span(1)], days: [dayAgo, today], begins: twoDaysAgo };
}

/** Takes whole months as months, so that few rows are read, and the days at both ends as days. */
function spansOf([first, last]: Days): CountedPeriod[] {
  const end = addDays(last, 1);
  const [from, before] = [monthOf(first) === first ? first : nextMonth(first), monthOf(end)];
  if (from >= before) return [{ grain: 'day', from: first, before: end }];
  const spans: CountedPeriod[] = [
    { grain: 'day', from: first, before: from },
    { grain: 'month', from, before },
    { grain: 'day', from: before, before: end },
  ];
  return spans.filter((span) => span.from < span.before);
}

/** The dates of a series, each with the rows that it sums. */
export interface Dates {
  readonly grain: Exclude<Grain, 'minute'>;
  readonly list: readonly string[];
}

/** Lists the dates of a series. `oldest` is the first day with counts. */
export function datesOf({ days: [first, last] }: ReportRange, oldest: string | null): Dates {
  const begin = first ?? (oldest !== null && oldest < last ? oldest : last);
  const isByMonth = first === null && daysBetween([begin, last]) > MOST_DAYS_OF_ALL_TIME;
  const list: string[] = [];
  const next = isByMonth ? nextMonth : (day: string): string => addDays(day, 1);
  for (let date = isByMonth ? monthOf(begin) : begin; date <= last; date = next(date)) list.push(date);
  return { grain: isByMonth ? 'month' : 'day', list };
}

const MINUTE_MS = 60_000;

const minuteAt = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ');

/** Counts the days from the first to the last one, with both. */
function daysBetween([first, last]: Days): number {
  return Math.round((timeOf(last) - timeOf(first)) / DAY_MS) + 1;
}

const monthOf = (day: string): string => `${day.slice(0, 8)}01`;

function nextMonth(day: string): string {
  return monthOf(addDays(monthOf(day), 31));
}
