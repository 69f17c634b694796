import { visible, visibleLines } from './texts.js';

it('what a terminal would obey is shown escaped, and everything else as it is', () => {
  expect(visible('a\u001b[31mb\nc\td\u009b2J\u202eé𝛑 עִ \\')).toBe(
    'a\\u001b[31mb\\nc\\td\\u009b2J\\u202eé𝛑 עִ \\',
  );
  expect(visibleLines('a\n\u0007b')).toBe('a\n\\u0007b');
});

it('JSON says the same when it is shown', () => {
  const value = { name: '\u001b[2J\u009b\u202e\u2028\u007f' };
  const shown = visible(JSON.stringify(value));
  expect(shown).not.toMatch(/[^ -~]/);
  expect(JSON.parse(shown)).toEqual(value);
});
