import { InvalidArgumentError } from 'commander';
import { checkDateTime, checkEmail } from '../kernel/checks.js';
import { isUuid } from '../kernel/ids.js';

/** Reads a time: ISO 8601 with an offset. */
export function instant(text: string): Date {
  const problem = checkDateTime(text);
  if (problem !== null) throw new InvalidArgumentError(`It ${problem}.`);
  return new Date(text);
}

/** The largest number that `wholeNumber` reads. */
export const MAX_POSITION = 999_999_999_999_999;

/** Reads a whole number between two others, both included. */
export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= from && value <= to) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
  };
}

/** Reads an e-mail address. */
export function emailAddress(text: string): string {
  if (checkEmail(text) === null) return text;
  throw new InvalidArgumentError('It must be an e-mail address.');
}

/** Reads an id. */
export function uuid(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('It must be an id. `keys list` shows the ids of keys.');
  return text.toLowerCase();
}
