import { readFileSync } from 'node:fs';
import { ConnectionError, DeskError } from './errors.js';
import { OPERATIONS } from './operations.js';
import { isSentAgain, waitBefore } from './retries.js';

const away = new DeskError({ status: 503, code: 'unavailable', message: 'Away.' });
const waits = (random: number): (number | null)[] =>
  [0, 1, 5, 50].map((tried) => waitBefore(tried, away, random));

// @proves E-27-3
it('an answer that was lost makes a request go again, but for operations that the README names', () => {
  const lost = new ConnectionError({ status: 0, code: 'no_answer', message: 'Lost.' });
  const single = Object.entries(OPERATIONS).flatMap(([name, operation]) =>
    isSentAgain(operation, lost) ? [] : [name],
  );
  const readme = readFileSync('packages/client/README.md', 'utf8');
  const [, named = ''] = /does something new each time \(([^)]*)\)/.exec(readme) ?? [];
  expect(single.map((name) => `\`${name}\``).sort()).toEqual(named.split(', ').sort());
});

describe('the wait before the next try', () => {
  it('is twice as long each time, 8 seconds at most', () => {
    expect(waits(0.999_999).map((wait) => Math.round(wait ?? 0))).toEqual([250, 500, 8_000, 8_000]);
  });

  it('is half of that at least', () => {
    expect(waits(0)).toEqual([125, 250, 4_000, 4_000]);
  });
});
