import { backoff } from '../../platform/queue/backoff.rules.js';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** Milliseconds to wait before each try but the first: ten tries together [rule 18]. */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];

/** An endpoint may ask for this wait at most. */
const LONGEST_WAIT = 24 * HOUR;

/**
 * Returns the milliseconds to wait after the failed try number `failures`; null after the last one. `retryAfter` is the header of the
 * endpoint: seconds or a date, which may make the wait longer, not shorter. `chance` is from 0 to 1.
 */
export function waitAfter(
  failures: number,
  retryAfter: string | null,
  { now, chance }: { readonly now: number; readonly chance: number },
): number | null {
  const wait = backoff(WAITS, failures, chance);
  return wait === null ? null : Math.max(wait, askedFor(retryAfter, now));
}

function askedFor(retryAfter: string | null, now: number): number {
  if (retryAfter === null) return 0;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - now;
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_WAIT);
}
