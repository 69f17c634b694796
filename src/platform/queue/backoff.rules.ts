/** A wait is longer by up to this part, so that what failed together is not tried together. */
const JITTER = 0.1;

/** Returns the milliseconds to the next try after `failures` failed ones; null when no further try is due. `chance` is from 0 to 1. */
export function backoff(waits: readonly number[], failures: number, chance: number): number | null {
  const wait = waits[failures - 1];
  return wait === undefined ? null : Math.round(wait * (1 + JITTER * chance));
}
