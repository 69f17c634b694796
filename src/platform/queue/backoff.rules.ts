/** A wait is longer by up to this part, so that what failed together is not tried together. */
const JITTER = 0.1;

/**
 * How many milliseconds after the failed try number `failures` (1, 2, ...) the next one is due, by a list of waits; null when that was the
 * last one. `chance` is from 0 to 1.
 */
export function backoff(waits: readonly number[], failures: number, chance: number): number | null {
  const wait = waits[failures - 1];
  return wait === undefined ? null : Math.round(wait * (1 + JITTER * chance));
}
