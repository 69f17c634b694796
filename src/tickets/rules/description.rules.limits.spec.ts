import { checkDescription, CleanDescription } from './description.rules.js';

const cleaned = (html: string): string => CleanDescription.of(html).html;

describe('text', () => {
  it.each(['svg', 'math', 'object', 'iframe', 'template', 'noscript', 'form', 'button', 'unknown-tag'])(
    'inside <%s> survives',
    (tag) => {
      expect(cleaned(`<p>a</p><${tag}>kept words</${tag}>`)).toContain('kept words');
    },
  );

  it.each(['script', 'style'])('inside <%s> is code and does not', (tag) => {
    expect(cleaned(`<${tag}>code</${tag}>after`)).toBe('after');
  });
});

describe('a description', () => {
  it('may have 20,000 tags, and no more', () => {
    expect(checkDescription('<b>'.repeat(20_000))).toBeNull();
    expect(checkDescription('<b>'.repeat(20_001))).toBe('must have at most 20000 HTML tags');
  });

  it.each(['<', '</p>', '< '])('may have 40,000 beginnings of tags, and no more: %j', (start) => {
    expect(checkDescription(start.repeat(40_000))).toBeNull();
    expect(checkDescription(start.repeat(40_001))).toBe('must have the character < at most 40000 times');
  });

  it('may have 65,536 beginnings of entities, and no more', () => {
    expect(checkDescription('&lt;'.repeat(65_536))).toBeNull();
    expect(checkDescription('&'.repeat(65_537))).toBe('must have the character & at most 65536 times');
  });

  it('may have 256 KiB, and no more', () => {
    expect(checkDescription('x'.repeat(256 * 1024))).toBeNull();
    expect(checkDescription('x'.repeat(256 * 1024 + 1))).toBe('must have at most 262144 bytes');
  });

  it.each([
    ['&'.repeat(52_428), null],
    ['&'.repeat(52_429), 'must have at most 262144 bytes'],
    ['<br>'.repeat(20_000), null],
    ['</p>'.repeat(20_001), 'must have at most 20000 HTML tags'],
  ])('is measured after cleaning, too', (sent, problem) => {
    expect(checkDescription(sent)).toBeNull();
    expect(CleanDescription.of(sent).problem).toBe(problem);
  });
});
