import { DeskError } from './errors.js';
import { waitBefore } from './retries.js';

const away = new DeskError({ status: 503, code: 'unavailable', message: 'Away.' });
const waits = (random: number): (number | null)[] =>
  [0, 1, 5, 50].map((tried) => waitBefore(tried, away, random));

describe('the wait before the next try', () => {
  it('is twice as long each time, 8 seconds at most', () => {
    expect(waits(0.999_999).map((wait) => Math.round(wait ?? 0))).toEqual([250, 500, 8_000, 8_000]);
  });

  it('is half of that at least', () => {
    expect(waits(0)).toEqual([125, 250, 4_000, 4_000]);
  });
});
