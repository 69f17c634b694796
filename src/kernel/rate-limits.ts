/** More than any machine answers: no limit in effect. */
const MAX_REQUESTS_PER_MINUTE = 1_000_000_000;

/** What is wrong with a number of requests that a key may send in a minute, or null. */
export function checkRequestsPerMinute(value: unknown): string | null {
  const isFine = Number.isSafeInteger(value) && (value as number) >= 1;
  return isFine && (value as number) <= MAX_REQUESTS_PER_MINUTE
    ? null
    : `must be a whole number from 1 to ${MAX_REQUESTS_PER_MINUTE}`;
}
