import { averageOf, compared } from './comparison.rules.js';

describe('a change', () => {
  it('has one decimal', () => {
    expect(compared(2, 3).change).toBe(-33.3);
    expect(compared(3, 2)).toEqual({ present: 3, previous: 2, change: 50 });
    expect(compared(0, 4).change).toBe(-100);
    expect(Object.is(compared(1_000_000, 1_000_001).change, 0)).toBe(true);
  });

  it('from zero is null', () => {
    expect(compared(3, 0).change).toBeNull();
    expect(compared(3, null).change).toBeNull();
    expect(compared<number | null>(null, 4).change).toBeNull();
  });
});

it('An average is null without a count', () => {
  expect(averageOf(0, 0)).toBeNull();
  expect(averageOf(55, 3)).toBe(18.3);
  expect(averageOf(0, 2)).toBe(0);
});
