import { InvalidArgumentError } from 'commander';
import { checkDateTime, checkEmail, type Check } from '../kernel/checks.js';
import { isUuid } from '../kernel/ids.js';

export function refuseFor(problem: string | null): void {
  if (problem !== null) throw new InvalidArgumentError(`It ${problem}.`);
}

export function checked(check: Check): (text: string) => string {
  return (text) => {
    refuseFor(check(text));
    return text;
  };
}

export function instant(text: string): Date {
  refuseFor(checkDateTime(text));
  return new Date(text);
}

export const MAX_POSITION = 999_999_999_999_999;

export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= from && value <= to)) refuseFor(`must be a whole number from ${from} to ${to}`);
    return value;
  };
}

export function emailAddress(text: string): string {
  if (checkEmail(text) !== null) refuseFor('must be an e-mail address');
  return text;
}

/** The commands that have lists with ids, and what these lists show. */
const THINGS = { keys: 'keys', webhooks: 'webhooks', 'mail inbound': 'mails' };

export function idOf(command: keyof typeof THINGS): (text: string) => string {
  return (text) => {
    if (!isUuid(text)) refuseFor(`must be an id. \`${command} list\` shows the ids of ${THINGS[command]}`);
    return text.toLowerCase();
  };
}

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

/** Adds `12h`, `90d`, `4w` or `1y` to a moment. @returns null for any other text and for more than 100 years */
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
