import { checkDescription, CleanDescription } from '../tickets/rules/description.rules.js';
import { withoutRemotePictures } from './remote-pictures.rules.js';

/** Cleans the HTML of a mail as the service does: before its pictures are hidden, and again when it is written. */
const shown = (html: string): string =>
  CleanDescription.of(withoutRemotePictures(CleanDescription.of(html).html)).html;

describe('a picture in a mail', () => {
  it.each([
    ['of another host', '<img src="https://spy.example/1.png" />', '<img data-src="https://spy.example/1.png" />'],
    ['behind others', '<p>x</p><img alt="a" src="http://spy.example/">', '<p>x</p><img alt="a" data-src="http://spy.example/" />'],
    ['without quotes', '<img src=https://spy.example/1.png>', '<img data-src="https://spy.example/1.png" />'],
    ['in capitals', '<IMG SRC="HTTPS://SPY.EXAMPLE/1.png">', '<img data-src="HTTPS://SPY.EXAMPLE/1.png" />'],
    ['by entities', '<img src="&#104;ttps://spy.example/">', '<img data-src="https://spy.example/" />'],
    ['with a tab in its scheme', '<img src="ht&#9;tps://spy.example/">', '<img data-src="ht\ttps://spy.example/" />'],
    ['of the host that shows it', '<img src="/picture.png">', '<img data-src="/picture.png" />'],
    ['whose text ends like an attribute', '<img alt=" src=" src="https://spy.example/1.png">', '<img alt=" src=" data-src="https://spy.example/1.png" />'],
    ['whose title ends like an attribute', '<img title=\'x src=\' src="https://spy.example/1.png">', '<img title="x src=" data-src="https://spy.example/1.png" />'],
    ['that says its address twice', '<img src="https://a.example/" src="https://b.example/">', '<img data-src="https://a.example/" />'],
  ])('%s keeps its address and is not asked for', (_which, html, result) => { expect(shown(html)).toBe(result); }); // prettier-ignore

  it.each([
    ['a file of the mail', '<img src="cid:one" />'],
    ['one whose text speaks of another', '<img alt="src=&quot;https://spy.example/&quot;" src="cid:one" />'],
    ['a link', '<a href="https://shop.example/">shop</a>'],
    ['words', '<p>&lt;img src="https://spy.example/"&gt;</p>'],
  ])('stays as it is: %s', (_which, html) => {
    expect(shown(html)).toBe(html);
  });

  it.each([
    '<img srcset="https://spy.example/1.png 2x">',
    '<picture><source srcset="https://spy.example/1.png"></picture>',
    '<table background="https://spy.example/1.png"><tr><td background="https://spy.example/1.png">x</td></tr></table>',
    '<p style="background: url(https://spy.example/1.png)">x</p><style>p { background: url(https://spy.example/1.png) }</style>',
    '<video poster="https://spy.example/1.png"></video><object data="https://spy.example/1.png"></object>',
    '<link rel="stylesheet" href="https://spy.example/1.css"><svg><image href="https://spy.example/1.png" /></svg>',
    '<body background="https://spy.example/1.png"><input type="image" src="https://spy.example/1.png">',
    '<img src="//spy.example/1.png"><img src="\\\\spy.example/1.png">',
  ])('cannot reach another host in any other way: %s', (html) => {
    expect(shown(html)).not.toContain('spy.example');
  });

  it('loses its address when the content would become too long', () => {
    const many = '<img src="https://spy.example/" />'.repeat(7_700);
    expect(checkDescription(many)).toBeNull();
    const hidden = withoutRemotePictures(many);
    expect(checkDescription(hidden)).toBeNull();
    expect(hidden).not.toContain('spy.example');
  });

  it('loses its address also behind a text that ends like an attribute, when the content would become too long', () => {
    const many = '<img alt=" src=" src="https://spy.example/" />'.repeat(5_690);
    expect(checkDescription(many)).toBeNull();
    expect(withoutRemotePictures(many)).not.toContain('spy.example');
  });

  it('is found quickly in a text that looks like pictures', () => {
    const before = process.cpuUsage();
    withoutRemotePictures('<img '.repeat(50_000));
    withoutRemotePictures(`<img ${' src="'.repeat(40_000)}>`);
    const { user } = process.cpuUsage(before);
    expect(user / 1_000).toBeLessThan(500);
  });
});
