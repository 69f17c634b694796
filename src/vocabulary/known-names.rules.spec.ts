import { unknownAmong } from './known-names.rules.js';

describe('the message about an unknown name', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index + 1}`);

  it.each<[string[], string]>([
    [[], 'is unknown: there are none'],
    [['one'], 'is unknown: there are one'],
    [names(20), `is unknown: there are ${names(20).join(', ')}`],
    [names(21), `is unknown: there are 21, such as ${names(20).join(', ')}`],
  ])('names up to 20 of those that there are (%#)', (known, message) => {
    expect(unknownAmong('is unknown', known)).toBe(message);
  });
});
