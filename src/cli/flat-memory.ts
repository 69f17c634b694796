import { setFlagsFromString } from 'node:v8';

/**
 * How much the old part of the heap may grow, in percent of what was alive in it, before it is collected. V8 by itself lets it
 * grow several times on a machine with much memory: each batch of an import lives just long enough to end up there.
 * Of a flag that it does not know, V8 says so on standard error and goes on.
 */
const GROWTH_PERCENT = 40;

/** Keeps the process small however long its command takes, for a few percent of its time. */
export function keepMemoryFlat(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
