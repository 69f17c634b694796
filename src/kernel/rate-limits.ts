/** More than any machine can answer, so the same as no limit. */
const MAX_REQUESTS_PER_MINUTE = 1_000_000_000;

/** Checks a number of requests per minute that an operator wants to allow a key. */
export function checkRequestsPerMinute(value: unknown): string | null {
  const isFine = Number.isSafeInteger(value) && (value as number) >= 1;
  return isFine && (value as number) <= MAX_REQUESTS_PER_MINUTE
    ? null
    : `must be a whole number from 1 to ${MAX_REQUESTS_PER_MINUTE}`;
}
