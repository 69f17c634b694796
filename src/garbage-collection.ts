import { setFlagsFromString } from 'node:v8';

/**
 * How much the old part of the heap may grow, in percent of what was alive in it, before it is collected. V8 by itself lets it
 * grow several times on a machine with much memory: a batch of an import, or a page under full load, lives just long enough to
 * end up there. Of a flag that it does not know, V8 says so on standard error and goes on.
 */
const GROWTH_PERCENT = 40;

/** Keeps the process small however long it works, for a few percent of its time. */
export function keepMemoryFlat(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

/**
 * Has young objects collected by one thread. Nearly nothing of a request outlives it: to wake threads for the few objects that do takes
 * longer than to move them.
 */
export function collectYoungObjectsAlone(): void {
  setFlagsFromString('--no-parallel-scavenge');
}
