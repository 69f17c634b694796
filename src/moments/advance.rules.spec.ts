import { checkAdvance, readDuration } from './advance.rules.js';

describe('a duration', () => {
  it.each([
    ['PT4H', 4 * 3_600_000],
    ['P4D', 4 * 86_400_000],
    ['P1W', 7 * 86_400_000],
    ['P1DT2H3M4.5S', 86_400_000 + 2 * 3_600_000 + 3 * 60_000 + 4_500],
    ['PT0S', 0],
  ])('%s has its milliseconds', (text, milliseconds) => {
    expect(readDuration(text)).toBe(milliseconds);
    expect(checkAdvance(text)).toBeNull();
  });

  it.each(['', 'P', 'PT', 'P1DT', '4H', 'PT4', 'P1M', 'P1Y', '-PT4H', 'PT-4H', 'pt4h', 'PT4H '])(
    'is invalid when it says "%s"',
    (text) => {
      expect(readDuration(text)).toBeNull();
      expect(checkAdvance(text)).toMatch('must be a duration');
    },
  );

  it('is refused above 366 days, and when it is no text', () => {
    expect(checkAdvance('P366D')).toBeNull();
    expect(checkAdvance('P366DT1S')).toBe('must be at most 366 days');
    expect(checkAdvance(4)).toMatch('must be a duration');
  });
});
