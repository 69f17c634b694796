import { htmlOf } from './form-answers.rules.js';

it.each([
  ['one', '<p>one</p>'],
  [' one\ntwo ', '<p>one<br>two</p>'],
  ['one\n\ntwo\n \n\n three', '<p>one</p><p>two</p><p>three</p>'],
  ['<b> & "quotes"', '<p>&lt;b&gt; &amp; "quotes"</p>'],
])('a message becomes HTML of its paragraphs: %j', (text, html) => {
  expect(htmlOf(text)).toBe(html);
});
