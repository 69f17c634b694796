import type { Problems } from './errors.js';

/** Wants the days between two calendar days, which are inclusive. */
export interface WantedDays {
  readonly range_type?: string;
  readonly start_date?: string;
  readonly end_date?: string;
}

/** The first and the last day. */
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
  if (first === undefined) problems.add('start_date', 'is needed with range_type=custom');
  if (last === undefined) problems.add('end_date', 'is needed with range_type=custom');
  if (first === undefined || last === undefined) return null;
  if (last < first) problems.add('end_date', 'must not be before start_date');
  return [first, last];
}
