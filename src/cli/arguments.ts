import { InvalidArgumentError } from 'commander';
import { checkDateTime, checkEmail, type Check } from '../kernel/checks.js';
import { isUuid } from '../kernel/ids.js';

/** Refuses an argument when there is a problem. */
export function refuseFor(problem: string | null): void {
  if (problem !== null) throw new InvalidArgumentError(`It ${problem}.`);
}

/** Reads a text that passes a check. */
export function checked(check: Check): (text: string) => string {
  return (text) => {
    refuseFor(check(text));
    return text;
  };
}

/** Reads a time: ISO 8601 with an offset. */
export function instant(text: string): Date {
  refuseFor(checkDateTime(text));
  return new Date(text);
}

/** The largest number that `wholeNumber` reads. */
export const MAX_POSITION = 999_999_999_999_999;

/** Reads a whole number between two others, both included. */
export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= from && value <= to)) refuseFor(`must be a whole number from ${from} to ${to}`);
    return value;
  };
}

/** Reads an e-mail address. */
export function emailAddress(text: string): string {
  if (checkEmail(text) !== null) refuseFor('must be an e-mail address');
  return text;
}

/** Reads the id of a key, a webhook and so on, which a command such as `keys list` shows. */
export function idOf(things: 'keys' | 'webhooks'): (text: string) => string {
  return (text) => {
    if (!isUuid(text)) refuseFor(`must be an id. \`${things} list\` shows the ids of ${things}`);
    return text.toLowerCase();
  };
}
