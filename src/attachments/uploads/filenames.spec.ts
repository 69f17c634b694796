import { cleanFilename } from '../content-type.rules.js';
import { dueTimers } from '../../../test/support/until.js';

it.each([
  ['../a\\b/c.png', 'c.png'],
  [' .. report . pdf. ', 'report . pdf'],
  ['a:b?.txt', 'a b .txt'],
  ['. .', 'file'],
  ['e\u0301.txt', 'é.txt'],
])('The name %j of a file becomes %j.', (sent, clean) => {
  expect(cleanFilename(sent)).toBe(clean);
});

it.each([
  ['letters', 'x'],
  ['dots', '.'],
  ['spaces', ' '],
  ['marks', '\u0301\u0316'],
])(
  'A name of very many %s keeps its beginning and its ending, and is short at once.',
  async (_what, unit) => {
    const clean = cleanFilename(`a${unit.repeat(100_000)}b.png`);
    expect(clean).toMatch(/^[aá].*\.png$/su);
    expect(Array.from(clean).length).toBeLessThanOrEqual(255);
    // A slow way is over the limit of the test now.
    await dueTimers();
  },
  5_000,
);
