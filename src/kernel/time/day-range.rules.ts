import type { Problems } from '../errors.js';

/** The ranges that reports and lists can ask for [rule 23] [rule 29]. */
export const RANGE_TYPES = [
  'last_24_hours',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'all_time',
  'custom',
] as const;

export type RangeType = (typeof RANGE_TYPES)[number];

/** A range of calendar days whose last one is today. */
export type RecentDays = keyof typeof CALENDAR_DAYS;

const CALENDAR_DAYS = { last_7_days: 7, last_30_days: 30, last_90_days: 90 } as const;

/** Says what time it is for a workspace. */
export interface LocalClock {
  readonly now: Date;
  /** The calendar day in its time zone. */
  readonly today: string;
}

/** Asks for the days from one calendar day to another, both included. */
export interface WantedDays {
  readonly range_type?: string;
  readonly start_date?: string;
  readonly end_date?: string;
}

export type Days = readonly [first: string, last: string];

/** Reads the days of `range_type=custom`; null when another range is wanted, or when there are problems. */
export function readCustomDays(
  { range_type: range, start_date: first, end_date: last }: WantedDays,
  problems: Problems,
): Days | null {
  if (range !== 'custom') {
    if (first !== undefined) problems.add('start_date', 'needs range_type=custom');
    if (last !== undefined) problems.add('end_date', 'needs range_type=custom');
    return null;
  }
  // A day that is refused already is there.
  for (const [name, day] of Object.entries({ start_date: first, end_date: last }))
    if (day === undefined && !problems.has(name)) problems.add(name, 'is needed with range_type=custom');
  if (first === undefined || last === undefined) return null;
  if (last < first) problems.add('end_date', 'must not be before start_date');
  return [first, last];
}

/** Finds the days of a range that ends today. */
export function recentDays(range: RecentDays, today: string): Days {
  return [addDays(today, 1 - CALENDAR_DAYS[range]), today];
}

export const DAY_MS = 24 * 60 * 60_000;

export const timeOf = (day: string): number => new Date(`${day}T00:00:00Z`).getTime();

const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Calendar days have no time of day, so each has the same length here. */
export function addDays(day: string, days: number): string {
  return dayAt(timeOf(day) + days * DAY_MS);
}
