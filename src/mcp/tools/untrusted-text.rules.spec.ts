import { untrusted } from './untrusted-text.rules.js';

describe('words of other people', () => {
  it.each([
    ['a space without width', 'a\u200Bb'],
    ['a word joiner', 'a\u2060b'],
    ['a byte order mark', '\uFEFFab'],
    ['a soft hyphen', 'a\u00ADb'],
    ['a filler', 'a\u3164b'],
    ['an override of the direction', 'a\u202Eb'],
    ['tags', 'a\u{E0041}\u{E0042}b'],
    ['variants that no letter has', 'a\u{E0100}b'],
    ['a control character', 'a\u0007b'],
  ])('come without %s, which nobody sees', (_what, text) => {
    expect(untrusted(text, 1_000)).toEqual({ untrusted_text: 'ab' });
  });

  it.each([
    ['a family and a heart', '👨\u200D👩\u200D👧 ❤\uFE0F'],
    ['a joiner of Persian', 'می\u200Cخواهم'],
    ['a tab and a line end', 'a\tb\nc'],
    ['letters of many languages', 'Straße 東京 한국어 שָׁלוֹם'],
  ])('keep %s', (_what, text) => {
    expect(untrusted(text, 1_000)).toEqual({ untrusted_text: text });
  });
});
