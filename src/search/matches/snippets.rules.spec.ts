import fc from 'fast-check';
import { inOneGo } from '../../kernel/steps.js';
import { SearchLanguage } from '../../kernel/search/query.rules.js';
import { snippetOf } from './snippets.rules.js';

const language = new SearchLanguage(['subject']);
const snippet = (q: string, ...texts: string[]) =>
  inOneGo(snippetOf(texts.map((text) => ({ text, terms: language.read(q).terms }))));

const FILLING = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(400);

// @proves E-22-11
describe('a snippet', () => {
  it.each([
    ['a word', 'refund*', 'No Refunds, no refund', 'No <mark>Refunds</mark>, no <mark>refund</mark>'],
    ['a word with accents', 'malaga x', 'In Málaga', 'In <mark>Málaga</mark>'],
    ['a phrase as one', '"wrong total"', 'total: the wrong,  total', 'total: the <mark>wrong, total</mark>'],
    ['what overlaps once', '打印机 印机坏 x', '我的打印机坏了', '我的<mark>打印机坏</mark>了'],
    ['one character of many', '机', '我的打印机坏了', '我的打印<mark>机</mark>坏了'],
    ['a number by its parts', '2024', 'ORD-2024-12', 'ORD-<mark>2024</mark>-12'],
    ['the whole where a fold changes the length', 'ガス', 'ｶﾞｽ代 x', '<mark>ｶﾞｽ代</mark> x'],
  ])('marks %s', (_name, q, text, html) => {
    expect(snippet(q, text)).toBe(html);
  });

  it('escapes all else', () => {
    expect(snippet('b', '<b>"B" & \'c\'</b><script>')).toBe(
      "&lt;<mark>b</mark>&gt;&quot;<mark>B</mark>&quot; &amp; 'c'&lt;/<mark>b</mark>&gt;&lt;script&gt;",
    );
  });

  it('has the words around the first that is found', () => {
    const html = snippet('needle', `${FILLING}the needle here ${FILLING}`);
    expect(html).toMatch(/^….* the <mark>needle<\/mark> here .*…$/);
    expect(html.length).toBeGreaterThan(100);
    expect(html.length).toBeLessThan(190);
  });

  it('is taken from the first text that has a word', () => {
    expect(snippet('total', 'The subject', 'A total')).toBe('A <mark>total</mark>');
  });

  it('is the beginning of the text when no word is found in it', () => {
    expect(snippet('nothing', '', FILLING)).toMatch(/^Lorem ipsum[^<]*…$/);
    expect(snippet('nothing')).toBe('');
  });

  it.each(['é ', '打印', 'é\u0323 ', '안녕 '])(
    'is searched for in steps, between which other work has its turn: %s',
    (text) => {
      const texts = [{ text: `${text.repeat(100_000)} needle`, terms: language.read('needle x').terms }];
      expect([...snippetOf(texts)].length).toBeGreaterThanOrEqual(20);
      expect(inOneGo(snippetOf(texts))).toMatch(/ <mark>needle<\/mark>$/);
    },
  );

  it('does not cut a character into halves', () => {
    expect(snippet('x', `${'👍'.repeat(300)}x${'👍'.repeat(300)}`).isWellFormed()).toBe(true);
  });

  it('has no markup but marks, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('ab<>&"/ 打机\u0301𝒳')) }), (text) => {
        const html = snippet('a b* 打 x', text);
        expect(html.replace(/<mark>[^<>]*<\/mark>|&(?:amp|lt|gt|quot);/g, '')).not.toMatch(/[<>&"]/);
        expect(html.replace(/<\/?mark>/g, '')).toBe(
          text
            .replace(/\s+/g, ' ')
            .trim()
            .replace(
              /[<>&"]/g,
              (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[sign] ?? '',
            ),
        );
      }),
      { numRuns: 500 },
    );
  });
});
