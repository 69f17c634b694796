/** Makes a source of equal numbers for equal seeds and streams on every machine: Mulberry32, random enough for made-up data. */
export function randomFrom(seed, stream) {
  let state = scramble(seed ^ scramble(stream));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    return scramble(state) / 2 ** 32;
  };
}

/** Picks a whole number from `least` to `most`, both included. */
export function whole(random, least, most) {
  return least + Math.floor(random() * (most - least + 1));
}

/** Picks one of the items, all equally likely; undefined when there are none. */
export function pick(random, items) {
  return items[Math.floor(random() * items.length)];
}

/** Picks the position of one of `count` items by Zipf's law: the first positions are far more likely than the last. */
export function skewed(random, count) {
  return Math.floor((count + 1) ** random()) - 1;
}

/** Picks one of the items by their weights; undefined when there are none. */
export function weighted(random, items) {
  let left = random() * items.reduce((sum, [, weight]) => sum + weight, 0);
  return items.find(([, weight]) => (left -= weight) < 0)?.[0];
}

function scramble(value) {
  let mixed = Math.imul(value ^ (value >>> 15), value | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
}
