import { randomInt } from 'node:crypto';

/** The same seed gives the same points: `SEED=<number> npm run test:faults -- <file>`. A test that fails names its seed. */
export const SEED = Number(process.env['SEED'] ?? randomInt(2 ** 31));

/** Numbers from 0 to below a bound, by a linear congruential generator. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
