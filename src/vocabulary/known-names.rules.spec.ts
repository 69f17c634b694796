import { unknownAmong } from './known-names.rules.js';

describe('the message about an unknown name', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index + 1}`);

  it.each<[string[], string]>([
    [[], 'is unknown (there are none)'],
    [['one'], 'is unknown (one)'],
    [names(20), `is unknown (${names(20).join(', ')})`],
    [names(21), `is unknown (${names(20).join(', ')}, ...)`],
  ])('names up to 20 of those that there are (%#)', (known, message) => {
    expect(unknownAmong('is unknown', known)).toBe(message);
  });
});
