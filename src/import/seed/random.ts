/** A source of numbers from 0 up to but not including 1. */
export type Random = () => number;

/**
 * A source that gives the same numbers for the same seed and stream on every machine. It is Mulberry32, which has 32 bits of
 * state and is random enough for made-up data.
 */
export function randomFrom(seed: number, stream: number): Random {
  let state = scramble(seed ^ scramble(stream));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    return scramble(state) / 2 ** 32;
  };
}

/** A whole number from `least` to `most`, both included. */
export function whole(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** One of the items, all equally likely; undefined when there are none. */
export function pick<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

/**
 * The position of one of `count` items, by Zipf's law: the first positions are far more likely than the last.
 */
export function skewed(random: Random, count: number): number {
  return Math.floor((count + 1) ** random()) - 1;
}

/** One of the items, by their weights; undefined when there are none. */
export function weighted<Item>(
  random: Random,
  items: readonly (readonly [Item, number])[],
): Item | undefined {
  let left = random() * items.reduce((sum, [, weight]) => sum + weight, 0);
  return items.find(([, weight]) => (left -= weight) < 0)?.[0];
}

function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 15), value | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
}
