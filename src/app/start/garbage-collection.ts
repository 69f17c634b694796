import { setFlagsFromString } from 'node:v8';

/** Lets the old part of the heap grow by this number of percent before V8 collects it. By default it grows to several times its size. */
const GROWTH_PERCENT = 40;

/** Keeps the memory of a long-running process small. This costs a few percent of its time. */
export function keepMemoryFlat(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

/** Makes one thread collect young objects: so few outlive a request that waking several threads takes longer than moving them. */
export function collectYoungObjectsAlone(): void {
  setFlagsFromString('--no-parallel-scavenge');
}
