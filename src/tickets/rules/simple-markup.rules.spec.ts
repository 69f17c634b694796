import fc from 'fast-check';
import { CleanDescription } from './description.rules.js';
import { isSimpleMarkup } from './simple-markup.rules.js';
import { size } from '../../../test/support/sizes.js';

const TEXTS = size({ here: 1_000, long: 5_000 });

describe('simple markup', () => {
  it.each([
    '',
    'plain text, Zürich 東京 🙂 "quoted" it\'s',
    'a &amp;lt; b &lt;&gt;',
    '<p>Good <b>morning <i>all</i></b><br />see below</p><ol><li>one</li><li><p>two</p></li></ol>',
    '<div><div><h1>Title</h1><ul><li>x<ul><li>y</li></ul></li></ul></div></div>',
  ])('is %s', (html) => {
    expect(isSimpleMarkup(html)).toBe(true);
    expect(CleanDescription.thoroughly(html).html).toBe(html);
  });

  it.each([
    '<p>not closed',
    '</p>',
    '<b><i>crossed</b></i>',
    '<p><p>a</p></p>',
    '<p><div>a</div></p>',
    '<li><li>a</li></li>',
    '<h1><h2>a</h2></h1>',
    '<p class="x">a</p>',
    '<P>a</P>',
    '<script>a</script>',
    '<br>',
    'a < b',
    'a > b',
    'a & b',
    '&nbsp;',
    '&#60;',
    '<!-- a -->',
    'nul \0',
    'a\r\nb',
    '<b>'.repeat(51) + '</b>'.repeat(51),
  ])('is not %j', (html) => {
    expect(isSimpleMarkup(html)).toBe(false);
  });
});

const NAMES = 'p div ul ol li blockquote b strong i em u s code span h1 h6'.split(' ');
const text = fc.constantFrom(
  ' ',
  '\n',
  '\t',
  ...`x ü 🙂 " ' ; &amp; &lt; &gt; &amp;lt;`.split(' '),
  '<br />',
);
const wellNested = fc.letrec<{ node: string; nodes: string }>((tie) => ({
  nodes: fc.array(fc.oneof(text, tie('node')), { maxLength: 4 }).map((parts) => parts.join('')),
  node: fc
    .tuple(fc.constantFrom(...NAMES), tie('nodes'))
    .map(([name, inner]) => `<${name}>${inner}</${name}>`),
}));
const anyOrder = fc
  .array(fc.oneof(text, fc.constantFrom(...NAMES.flatMap((name) => [`<${name}>`, `</${name}>`]))), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

describe('cleaning', () => {
  it('returns simple markup as the full cleaner does', () => {
    let simple = 0;
    fc.assert(
      fc.property(fc.oneof(wellNested.nodes, anyOrder), (html) => {
        if (isSimpleMarkup(html)) simple++;
        expect(CleanDescription.of(html).html).toBe(CleanDescription.thoroughly(html).html);
      }),
      { numRuns: TEXTS },
    );
    expect(simple).toBeGreaterThan(TEXTS / 10);
  });

  it('returns text without markup as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
        fc.pre(!/[<>&]/.test(plain));
        expect(CleanDescription.of(plain).html).toBe(CleanDescription.thoroughly(plain).html);
      }),
    );
  });

  it('ahead of time has the same result', () => {
    expect(CleanDescription.of('<p onclick="x()">a</p>').html).toBe('<p>a</p>');
  });
});
