import { waitAfter } from './retries.rules.js';

const NOW = Date.parse('2026-01-31T09:30:00Z');
const after = (failures: number, retryAfter: string | null = null, chance = 0) =>
  waitAfter(failures, retryAfter, { now: NOW, chance });

// @proves E-18-5
describe('the next try of a delivery', () => {
  it('is due after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, and the tenth is the last', () => {
    const seconds = Array.from({ length: 10 }, (_, index) => after(index + 1)).map((ms) => ms && ms / 1_000);
    expect(seconds).toEqual([...[5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400], null]);
  });

  it('is later by up to a tenth', () => {
    expect([after(1, null, 0), after(1, null, 1)]).toEqual([5_000, 5_500]);
  });

  it.each([
    ['seconds', '60', 60_000],
    ['a date', 'Sat, 31 Jan 2026 09:31:00 GMT', 60_000],
    ['a day at the most', '9999999', 86_400_000],
    ['no shorter wait', '1', 5_000],
    ['a date that is past', 'Sat, 31 Jan 2026 09:00:00 GMT', 5_000],
    ['nothing that can be read', 'soon', 5_000],
  ])('waits as Retry-After asks: %s', (_what, header, ms) => {
    expect(after(1, header)).toBe(ms);
  });
});
