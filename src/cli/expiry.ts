import { InvalidArgumentError } from 'commander';

const HOUR_MS = 3_600_000;
const UNITS: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS };
const MAX_YEARS = 100;

export const DEFAULT_OVERLAP = '24h';

/** Reads a duration that begins now, as the moment at which it ends. */
export function duration(text: string): Date {
  const moment = expiryAfter(text, new Date());
  if (moment) return moment;
  throw new InvalidArgumentError('It must be a number and one of h, d, w, y, such as 90d, and at most 100y.');
}

/** The moment that is `12h`, `90d`, `4w` or `1y` later; null for any other text and for more than 100 years. */
export function expiryAfter(text: string, now: Date): Date | null {
  const [, digits = '', unit = ''] = /^([1-9]\d{0,6})([hdwy])$/.exec(text) ?? [];
  const count = Number(digits);
  if (count === 0) return null;
  const moment = unit === 'y' ? yearsAfter(now, count) : new Date(now.getTime() + count * (UNITS[unit] ?? 0));
  return moment <= yearsAfter(now, MAX_YEARS) ? moment : null;
}

function yearsAfter(now: Date, years: number): Date {
  const moment = new Date(now);
  moment.setUTCFullYear(moment.getUTCFullYear() + years);
  return moment;
}
