import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT } from '../support/servers/processes.js';

type Random = () => number;
type Weights<Item> = readonly (readonly [Item, number])[];

/** Where the generator of `desk seed` has its chances from. */
interface Chances {
  readonly randomFrom: (seed: number, stream: number) => Random;
  readonly whole: (random: Random, least: number, most: number) => number;
  readonly pick: <Item>(random: Random, items: readonly Item[]) => Item | undefined;
  readonly skewed: (random: Random, count: number) => number;
  readonly weighted: <Item>(random: Random, items: Weights<Item>) => Item | undefined;
}

const { pick, randomFrom, skewed, weighted, whole } = (await import(
  pathToFileURL(join(PROJECT, 'bench/seed/random.mjs')).href
)) as Chances;

const take = <Item>(count: number, next: () => Item): Item[] => Array.from({ length: count }, () => next());

describe('a seeded source of numbers', () => {
  it('repeats itself for the same seed and stream, and for no other', () => {
    const numbers = (seed: number, stream: number) => take(5, randomFrom(seed, stream));
    expect(numbers(7, 3)).toEqual(numbers(7, 3));
    expect(numbers(7, 4)).not.toEqual(numbers(7, 3));
    expect(numbers(8, 3)).not.toEqual(numbers(7, 3));
  });

  it('is even between 0 and 1, within a stream and over the first numbers of many', () => {
    const within = take(20_000, randomFrom(1, 1));
    const over = Array.from({ length: 20_000 }, (_, stream) => randomFrom(1, stream)());
    for (const numbers of [within, over]) {
      expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...numbers)).toBeLessThan(1);
      const shares = take(10, () => 0);
      for (const number of numbers)
        shares[Math.floor(number * 10)] = (shares[Math.floor(number * 10)] ?? 0) + 1;
      for (const share of shares) expect(Math.abs(share - 2_000)).toBeLessThan(200);
    }
  });
});

describe('choices', () => {
  it('of whole numbers include both ends', () => {
    const random = randomFrom(1, 1);
    expect(new Set(take(200, () => whole(random, 1, 3)))).toEqual(new Set([1, 2, 3]));
  });

  it('are nothing where there is nothing to choose', () => {
    const random = randomFrom(1, 1);
    expect(pick<string>(random, [])).toBeUndefined();
    expect(weighted<string>(random, [])).toBeUndefined();
  });

  it('are skewed towards the first and reach the last', () => {
    const random = randomFrom(1, 1);
    const positions = take(10_000, () => skewed(random, 10));
    const times = (position: number) => positions.filter((each) => each === position).length;
    expect(new Set(positions)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
    expect(times(0)).toBeGreaterThan(4 * times(9));
  });

  it('follow their weights', () => {
    const random = randomFrom(1, 1);
    const weights = [
      ['often', 3],
      ['seldom', 1],
      ['never', 0],
    ] as const;
    const words = take(1_000, () => weighted(random, weights));
    expect(words).not.toContain('never');
    expect(words.filter((word) => word === 'often').length).toBeGreaterThan(650);
  });
});
