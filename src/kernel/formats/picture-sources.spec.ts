import { withSources } from './picture-sources.js';

const renamed = (html: string): string => withSources(html, (source) => ` src="<${source}>"`);

describe('withSources', () => {
  it.each([
    ['<img src="a">', '<img src="<a>">'],
    ['<p>x</p><img alt="b" src="a" /><img src="c">', '<p>x</p><img alt="b" src="<a>" /><img src="<c>">'],
    // The value of `alt` looks like a source.
    ['<img alt=" src=" src="a">', '<img alt=" src=" src="<a>">'],
    [`<img alt='" src="b' src="a">`, `<img alt='" src="b' src="<a>">`],
    ['<img alt src="a">', '<img alt src="<a>">'],
    ['<img data-src="a">', '<img data-src="a">'],
    ['<a src="a">src="a"</a><img>', '<a src="a">src="a"</a><img>'],
  ])('replaces the sources of pictures in %s', (html, result) => {
    expect(renamed(html)).toBe(result);
  });

  it('keeps a source for which there is no other', () => {
    const html = '<img\nsrc="a">';
    expect(withSources(html, () => null)).toBe(html);
  });

  it('removes a source', () => {
    expect(withSources('<img src="a" alt="b">', () => '')).toBe('<img alt="b">');
  });
});
