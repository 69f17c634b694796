import { setFlagsFromString } from 'node:v8';

/**
 * The old part of the heap may grow so many percent before V8 collects it. By default V8 lets it grow to several times its size on a
 * machine with much memory. When V8 does not know the flag, it says so on standard error and goes on.
 */
const GROWTH_PERCENT = 40;

/** Keeps the memory of a long-running process small. Costs a few percent of its time. */
export function keepMemoryFlat(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

/** Makes one thread collect young objects: so few outlive a request that waking several threads takes longer than moving them. */
export function collectYoungObjectsAlone(): void {
  setFlagsFromString('--no-parallel-scavenge');
}
