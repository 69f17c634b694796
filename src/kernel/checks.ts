import { isBlank, isStorable } from './text.js';

/** What a check says of a value: null when it is right, otherwise the rest of the sentence "<field> ...". */
export type Check = (value: unknown) => string | null;

export interface TextLimits {
  /** Longest accepted text in characters. */
  readonly max?: number;
  /** Longest accepted text in bytes of UTF-8. */
  readonly maxBytes?: number;
  readonly blank?: 'allowed' | 'refused';
}

/** Why a value is not an acceptable text, or null. */
export function checkText(
  value: unknown,
  { max, maxBytes, blank = 'allowed' }: TextLimits = {},
): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (!isStorable(value)) return 'must not contain NUL characters or unpaired surrogates';
  if (blank === 'refused' && isBlank(value)) return 'must not be blank';
  if (max !== undefined && Array.from(value).length > max) return `must have at most ${max} characters`;
  if (maxBytes !== undefined && Buffer.byteLength(value) > maxBytes)
    return `must have at most ${maxBytes} bytes`;
  return null;
}

export interface ListLimits {
  readonly min?: number;
  readonly max: number;
  /** What its items are, for the words. */
  readonly of?: string;
}

/** Why a value is not a list with so many items, or null. What its items are worth is for others to judge. */
export function checkList(value: unknown, { min = 0, max, of }: ListLimits): string | null {
  if (!Array.isArray(value)) return of === undefined ? 'must be an array' : `must be an array of ${of}`;
  if (value.length < min) return `must have at least ${min} ${min === 1 ? 'item' : 'items'}`;
  return value.length > max ? `must have at most ${max} items` : null;
}

/** Why a value is not one of the words, or null. */
export function checkOneOf(value: unknown, words: readonly string[]): string | null {
  return words.includes(value as string) ? null : `must be one of ${words.join(', ')}`;
}

/** Why a value is not a yes or no, or null. */
export function checkFlag(value: unknown): string | null {
  return typeof value === 'boolean' ? null : 'must be true or false';
}

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Whether a text is `YYYY-MM-DD` and names a real day of the calendar. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Why a value is not an ISO 8601 date-time with an offset that can be stored, or null. */
export function checkDateTime(value: unknown): string | null {
  const day = typeof value === 'string' ? DATE_TIME.exec(value)?.[1] : undefined;
  if (day === undefined || !isCalendarDay(day) || day.startsWith('0000')) {
    return 'must be an ISO 8601 date-time with an offset, such as 2026-01-31T09:30:00Z';
  }
  // The offset may move it out of the years that a date-time can be written in.
  const year = new Date(value as string).getUTCFullYear();
  return year >= 1 && year <= 9999 ? null : 'must lie in the years 0001 to 9999 of UTC';
}
