import { plainTextOf } from './plain-text.js';

const nested = (levels: number, [open, close]: readonly [string, string], inside: string): string =>
  open.repeat(levels) + inside + close.repeat(levels);

const QUOTE = ['<blockquote>', '</blockquote>'] as const;
const LIST = ['<ul><li>', '</li></ul>'] as const;

// @proves E-20-6
describe('the plain text of a mail', () => {
  it('shows quotes and lists', () => {
    const text = plainTextOf(
      '<p>You wrote:</p><blockquote>It <b>rains</b></blockquote><ol><li>Wait</li><li>Go</li></ol>',
    );
    expect(text).toBe('You wrote:\n\n> It rains\n\n 1. Wait\n 2. Go');
  });

  it('shows five of them in one another, and keeps the words of deeper ones', () => {
    expect(plainTextOf(nested(5, QUOTE, 'deep'))).toBe('> > > > > deep');
    expect(plainTextOf(nested(7, QUOTE, 'deeper') + '<blockquote>again</blockquote>')).toBe(
      '> > > > > deeper\n\n> again',
    );
    expect(plainTextOf(nested(7, LIST, 'deeper')).trim()).toMatch(/^(\* +){5}deeper$/);
  });

  it.each([
    ['quotes', QUOTE],
    ['lists', LIST],
  ])('of many lines in 199 %s has no mark of each on every line', (_what, tags) => {
    const lines = 'x\n'.repeat(10_000);
    const text = plainTextOf(nested(199, tags, `<pre>${lines}</pre>`));
    expect(text.match(/x/g)).toHaveLength(10_000);
    expect(text.length).toBeLessThan(20 * 10_000);
  });

  it.each([
    ['tags', `<ul>${'<li><a href="https://a.example">x</a></li>'.repeat(1_000)}</ul>`, 1_000],
    ['lines', `<blockquote><pre>${'x\n'.repeat(20_001)}</pre></blockquote>`, 20_001],
  ])('has the words alone, when there are too many %s for marks and addresses', (_what, html, words) => {
    const text = plainTextOf(`<p>Hello &amp; welcome</p>${html}`);
    expect(text).toMatch(/^Hello & welcome\n\nx\n/);
    expect(text.match(/x/g)).toHaveLength(words);
    expect(text).not.toMatch(/[<>*]|https/);
  });
});
