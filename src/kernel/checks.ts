import emailModule from 'validator/lib/isEmail.js';
import { isUuid } from './ids.js';
import { isObject } from './objects.js';
import { counted, hidesCharacters, isBlank, isOneLine, isStorable, sendableEmail } from './text.js';

/** The package is CommonJS: its types hold the function as `default`. */
const isEmail = emailModule.default;

/** Returns null when the value is right, otherwise the rest of the sentence "<field> ...", such as "must be a string". */
export type Check = (value: unknown) => string | null;

export interface TextLimits {
  readonly max?: number;
  /** The limit counts bytes of UTF-8. */
  readonly maxBytes?: number;
  readonly blank?: 'allowed' | 'refused';
}

export function checkText(
  value: unknown,
  { max, maxBytes, blank = 'allowed' }: TextLimits = {},
): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (!isStorable(value)) return 'must not contain NUL characters or unpaired surrogates';
  if (blank === 'refused' && value.trim() === '') return 'must not be blank';
  if (blank === 'refused' && isBlank(value)) return 'must have a visible character';
  if (max !== undefined && Array.from(value).length > max) return `must have at most ${max} characters`;
  if (maxBytes !== undefined && Buffer.byteLength(value) > maxBytes)
    return `must have at most ${maxBytes} bytes`;
  return null;
}

/** Checks a text of one line, such as a subject. Characters that set the direction of writing are allowed. */
export function checkLine(value: unknown, limits: TextLimits = {}): string | null {
  const problem = checkText(value, limits);
  if (problem !== null) return problem;
  return isOneLine(value as string) ? null : 'must be one line without control characters';
}

/** The longest address to which mail can be sent (RFC 5321, section 4.5.3.1.3, without its brackets). */
export const MAX_EMAIL_LENGTH = 254;

export function checkEmail(value: unknown): string | null {
  const problem = checkText(value, { max: MAX_EMAIL_LENGTH });
  if (problem !== null) return problem;
  const email = value as string;
  if (hidesCharacters(email)) return 'must be an e-mail address without invisible characters';
  const sendable = sendableEmail(email);
  const isRight = isOneLine(email) && isEmail(email) && (sendable === email || isEmail(sendable ?? ''));
  return isRight ? null : 'must be an e-mail address';
}

/** Letters before the `@` that need no quotes. */
const PLAIN_LOCAL_PART = /^[^\s"(),:;<>@[\\\]]{1,64}$/u;

/** Tells whether mail servers take an address. Forms refuse some of these: `root@localhost`, `a..b@my_shop.example`, `a@[192.0.2.1]`. */
export function isMailAddress(address: string): boolean {
  if (address.length > MAX_EMAIL_LENGTH || hidesCharacters(address) || !isOneLine(address)) return false;
  const [local = '', domain = '', ...others] = address.split('@');
  if (others.length > 0 || !PLAIN_LOCAL_PART.test(local)) return false;
  // The check of a domain takes longest, so it comes last.
  const options = { require_tld: false, allow_underscores: true, allow_ip_domain: true };
  return isEmail(`a@${domain}`, options) && isEmail(sendableEmail(`a@${domain}`) ?? '', options);
}

/** Names that belong to nobody (RFC 2606): erased customers have addresses there. */
const NOBODY = /\.invalid$/i;

/** Tells whether mail to an address can reach anybody. */
export function isReachable(address: string): boolean {
  return !NOBODY.test(address);
}

export interface ListLimits {
  readonly min?: number;
  readonly max: number;
  /** The items in the words of the message: "must be an array of <of>". */
  readonly of?: string;
}

/** Checks the number of items of a list, and does not look at the items. */
export function checkList(value: unknown, { min = 0, max, of }: ListLimits): string | null {
  if (!Array.isArray(value)) return of === undefined ? 'must be an array' : `must be an array of ${of}`;
  if (value.length < min) return `must have at least ${counted(min, 'item')}`;
  return value.length > max ? `must have at most ${max} items` : null;
}

/** An object of a request has at most this number of properties. Each of them costs a check. */
export const MAX_PROPERTIES = 1_000;

export function checkObject(value: unknown): string | null {
  return isObject(value) ? null : 'must be an object';
}

const ORIGIN = /^https?:\/\/[a-z0-9._:[\]-]+$/;

/** Tells whether a text is the origin of a web page as browsers write it, such as `https://app.example.com`. */
export function isOrigin(text: unknown): boolean {
  if (typeof text !== 'string' || !ORIGIN.test(text)) return false;
  return URL.canParse(text) && new URL(text).origin === text;
}

/** No machine can answer more requests than this. */
const MAX_REQUESTS_PER_MINUTE = 1_000_000_000;

export const checkRequestsPerMinute: Check = (value) =>
  checkWholeNumber(value, { min: 1, max: MAX_REQUESTS_PER_MINUTE });

export function checkWholeNumber(
  value: unknown,
  { min, max }: { readonly min: number; readonly max: number },
): string | null {
  const isFine = Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
  return isFine ? null : `must be a whole number from ${min} to ${max}`;
}

export function checkOneOf(value: unknown, words: readonly string[]): string | null {
  return words.includes(value as string) ? null : `must be one of ${words.join(', ')}`;
}

export function checkUuid(value: unknown): string | null {
  return typeof value === 'string' && isUuid(value) ? null : 'must be a UUID';
}

export function checkFlag(value: unknown): string | null {
  return typeof value === 'boolean' ? null : 'must be true or false';
}

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Tells whether a text is `YYYY-MM-DD` and a real day of the calendar. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Checks that a value is an ISO 8601 date-time with an offset, and that PostgreSQL can store it. */
export function checkDateTime(value: unknown): string | null {
  const day = typeof value === 'string' ? DATE_TIME.exec(value)?.[1] : undefined;
  if (day === undefined || !isCalendarDay(day) || day.startsWith('0000')) {
    return 'must be an ISO 8601 date-time with an offset, such as 2026-01-31T09:30:00Z';
  }
  // The offset may move the moment out of the years 0001 to 9999, and then it cannot be written in that form.
  const year = new Date(value as string).getUTCFullYear();
  return year >= 1 && year <= 9999 ? null : 'must lie in the years 0001 to 9999 of UTC';
}

/** Names of the tz database, such as `Europe/Berlin`. An offset such as `+02:00` means the opposite to PostgreSQL. */
const TIME_ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

export function checkTimeZone(value: unknown): string | null {
  return typeof value === 'string' && TIME_ZONE.test(value) && isKnownZone(value)
    ? null
    : 'must be the name of a time zone, such as Europe/Berlin';
}

function isKnownZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
