import { setFlagsFromString } from 'node:v8';

/**
 * How much the old part of the heap may grow before V8 collects it, in percent of what was alive in it. Without this,
 * V8 lets it grow to several times its size on a machine with much memory: a batch of an import, or a page under full
 * load, lives just long enough to end up there. When V8 does not know the flag, it says so on standard error and goes
 * on.
 */
const GROWTH_PERCENT = 40;

/** Keeps the memory of a long-running process small. Costs a few percent of its time. */
export function keepMemoryFlat(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

/**
 * Makes one thread collect young objects. Almost nothing that a request makes outlives it, and waking several threads
 * for the few objects that do takes longer than moving those objects.
 */
export function collectYoungObjectsAlone(): void {
  setFlagsFromString('--no-parallel-scavenge');
}
