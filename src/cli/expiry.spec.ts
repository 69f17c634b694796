import { expiryAfter } from './arguments.js';

const NOW = new Date('2024-02-29T12:00:00Z');

describe('when a key expires', () => {
  it.each([
    ['12h', '2024-03-01T00:00:00.000Z'],
    ['90d', '2024-05-29T12:00:00.000Z'],
    ['4w', '2024-03-28T12:00:00.000Z'],
    ['1y', '2025-03-01T12:00:00.000Z'],
    ['100y', '2124-02-29T12:00:00.000Z'],
  ])('is given as %s', (text, moment) => {
    expect(expiryAfter(text, NOW)?.toISOString()).toBe(moment);
  });

  it.each(['', '90', 'd', '0d', '-1d', '1.5d', '90 d', '90D', '5m', '101y', '9999999w', '99999999d'])(
    'cannot be given as %j',
    (text) => {
      expect(expiryAfter(text, NOW)).toBeNull();
    },
  );
});
