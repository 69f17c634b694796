import fc from 'fast-check';
import { inOneGo } from '../steps.js';
import { foldedOneByOne, foldedTogether, foldWord } from './folding.rules.js';
import {
  indexedWords,
  MAX_PHRASE_POSITION,
  MAX_VECTOR_BYTES,
  searchedWords,
  textOfHtml,
  wordsInSteps,
  wordsOf,
} from './words.rules.js';

const wordsIn = (text: string) => indexedWords(text).map(({ word }) => word);
const IS_PICTURE = /\p{Extended_Pictographic}/u;
const vectorOf = (text: string) => wordsOf([{ text, weight: 'B' }]);

// @proves E-22-8
describe('words are compared', () => {
  it.each([
    ['case', 'Straße', 'STRASSE'],
    ['case, of the new letter', 'STRAẞE', 'straße'],
    ['accents', 'Málaga', 'malaga'],
    ['an accent that is composed otherwise', 'e\u0301te\u0301', 'été'],
    ['letters without parts', 'Łódź Søren Œuvre Þór', 'lodz soren oeuvre thor'],
    ['the dot of an i', 'İSTANBUL ışık', 'istanbul isik'],
    ['a sigma at the end', 'ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['the dots of ё and й', 'Ёлка Йод', 'елка иод'],
    ['vowel points', 'שָׁלוֹם مُحَمَّد', 'שלום محمد'],
    ['tatweel', 'السـلام', 'السلام'],
    ['width', 'ＡＢＣ１２ ｶﾞｽ', 'abc12 ガス'],
    ['a word in a square', '㈱', '株'],
    ['a soft hyphen', 'Donau\u00ADdampf', 'donaudampf'],
    ['a joiner', 'می\u200Cخواهم', 'میخواهم'],
  ])('without %s', (_name, one, other) => {
    expect(wordsIn(one)).toEqual(wordsIn(other));
  });

  it('with the voicing marks of kana, because these make other words', () => {
    expect(foldWord('か')).not.toBe(foldWord('が'));
  });

  it('in the same way when they are folded again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const word of wordsIn(text).filter((each) => !IS_PICTURE.test(each)))
          expect(foldWord(word)).toBe(word);
      }),
    );
  });
});

it('A text is folded character by character as it is folded as a whole.', () => {
  const character = fc.integer({ min: 1, max: 0xffff }).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(character, fc.constantFrom(...'éÑßŒΣσςЙёがｶﾞ한'.split(''))) }),
      (text) => {
        expect([foldedTogether(text), null]).toContain(foldedOneByOne(text));
      },
    ),
    { numRuns: 2_000 },
  );
  expect(foldedOneByOne('Ñandú, ΣΊΣΥΦΟΣ')).toBe('nandu, σισυφοσ');
  expect(foldedOneByOne('e\u0301')).toBeNull();
});

describe('the words of a long text', () => {
  it.each([
    ['accented', 'àéîõü ÇÑŠŽ '],
    ['unspaced', '打印机坏了 '],
    ['ASCII', 'some words '],
  ])('come in steps, between which other work has its turn: %s', (_name, text) => {
    const parts = [{ text: text.repeat(10_000), weight: 'B' }] as const;
    const steps = [...wordsInSteps(parts)].length;
    expect(steps).toBeGreaterThanOrEqual(20);
    expect(inOneGo(wordsInSteps(parts))).toBe(wordsOf(parts));
  });
});

describe('a long token', () => {
  it('of signs that stand for many letters is read like any other', () => {
    expect(vectorOf('\uFDFA'.repeat(60_000))).toMatch(/^'صلى':1B /);
    expect(searchedWords('\uFDFA'.repeat(60_000)).length).toBeGreaterThan(100_000);
  });

  it('without spaces has each pair of neighbours, wherever its parts end', () => {
    const text = '日本語を書く'.repeat(700);
    const pairs = Array.from(text, (character, at) => character + (text[at + 1] ?? ''));
    expect(wordsIn(text)).toEqual(pairs);
    expect(indexedWords(text).map(({ start }) => start)).toEqual(Array.from(text, (_, at) => at));
  });

  it.each([
    ['whose accents are letters of their own', 'e\u0301'],
    ['whose accents are part of letters', 'é'],
    ['of letters in two halves', '𝒆'],
  ])('%s is one word of its first two hundred characters', (_name, letter) => {
    expect(wordsIn(letter.repeat(3_333))).toEqual(['e'.repeat(200)]);
  });
});

describe('a text is cut into words', () => {
  it.each([
    ['at signs', "it's 3.14, foo_bar!", ['it', 's', '3', '14', 'foo', 'bar']],
    ['in an order number', 'ORD-2024-0012', ['ord', '2024', '0012']],
    ['in an address', 'john@acme.example', ['john', 'acme', 'example']],
    ['of letters and digits', 'iPhone15', ['iphone15']],
    ['at each picture', 'done 👍🏽 ❤️👨‍👩‍👧', ['done', '👍', '❤', '👨', '👩', '👧']],
    ['without the signs beside a name', 'Acme™ Pro®', ['acme', 'pro']],
    ['at NUL', 'a\0b', ['a', 'b']],
    ['in one, for Korean', '한국어', ['한국어']],
  ])('%s', (_name, text, words) => {
    expect(wordsIn(text)).toEqual(words);
  });

  it.each([
    ['Chinese', '打印机', ['打印', '印机', '机']],
    ['Japanese', 'カード', ['カー', 'ード', 'ド']],
    ['Thai', 'คืน', ['คื', 'ืน', 'น']],
    ['Chinese beside Latin', 'GDP增长2%', ['gdp', '增长', '长', '2']],
  ])('of neighbours, and the last character alone: %s', (_name, text, words) => {
    expect(wordsIn(text)).toEqual(words);
  });

  it('with their places in the text', () => {
    const text = 'The Größe: 打印机';
    expect(indexedWords(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'The',
      'Größe',
      '打印',
      '印机',
      '机',
    ]);
  });

  it('of 200 characters at most, none of which is half a character', () => {
    expect(wordsIn('x'.repeat(5_000))).toEqual(['x'.repeat(200)]);
    expect(wordsIn(`x${'𝒳'.repeat(200)}`)[0]).toHaveLength(200);
    expect(wordsIn('x𐐷'.repeat(200))[0]?.isWellFormed()).toBe(true);
  });

  it('with nothing that PostgreSQL could misread', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of wordsIn(text))
          expect(word).toMatch(/^(?:[\p{L}\p{N}\p{M}\u3200-\u33FF]+|\p{Extended_Pictographic})$/u);
      }),
    );
  });
});

// @proves E-22-1
describe('the words of a query', () => {
  it.each([
    ['a word', 'Refund', ['refund@1']],
    ['a phrase', 'ORD-2024', ['ord@1', '2024@2']],
    ['two characters', '打印', ['打印@1']],
    ['three characters', '打印机', ['打印@1', '印机@2']],
    ['one character, which begins two', '机', ['机*@1']],
    ['a run that has ended', '打印 GDP', ['打印@1', '印@2', 'gdp@3']],
    ['nothing', '...', []],
  ])('are those of the text: %s', (_name, text, words) => {
    const shown = searchedWords(text).map(
      ({ word, isPrefix, position }) => `${word}${isPrefix ? '*' : ''}@${position}`,
    );
    expect(shown).toEqual(words);
  });

  it('have the same distances in every text that has them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, text) => {
        const found = indexedWords(`${before} ${text}`);
        const first = indexedWords(before).length;
        for (const { word, position, isPrefix } of searchedWords(text)) {
          const there = found[first + position - 1]?.word ?? '';
          expect(isPrefix ? there.startsWith(word) : there === word).toBe(true);
        }
      }),
    );
  });
});

describe('the vector of a text', () => {
  it('separates the parts, and has no phrase over two of them', () => {
    const words = wordsOf([
      { text: 'Wrong total', weight: 'A' },
      { text: 'total of 78', weight: 'B' },
    ]);
    expect(words).toBe("'wrong':1A 'total':2A,13B 'of':14B '78':15B");
  });

  it('is empty without words', () => {
    expect(
      wordsOf([
        { text: '', weight: 'A' },
        { text: '--- ...', weight: 'B' },
      ]),
    ).toBe('');
  });

  it('has no weight letter for a note', () => {
    expect(wordsOf([{ text: 'internal', weight: 'D' }])).toBe("'internal':1");
  });

  it('has no phrases after the first 16,000 words', () => {
    const vector = vectorOf(`${'a '.repeat(MAX_PHRASE_POSITION - 1)}b c d`);
    expect(vector).toMatch(/ 'b':16000B 'c':16383B 'd':16383B$/);
  });

  it('has 256 places of a word at most', () => {
    expect(vectorOf('a '.repeat(1_000)).split(',')).toHaveLength(256);
  });

  it('ends at half of what PostgreSQL allows', () => {
    const vector = vectorOf(Array.from({ length: 70_000 }, (_, index) => index.toString(36)).join(' '));
    expect(Buffer.byteLength(vector)).toBeLessThanOrEqual(MAX_VECTOR_BYTES);
    expect(Buffer.byteLength(vector)).toBeGreaterThan(MAX_VECTOR_BYTES - 100);
  });
});

describe('the text of HTML', () => {
  it.each([
    ['blocks part words', '<p>one</p><p>two</p><ul><li>three</li><li>four</li></ul>', 'one two three four'],
    ['line breaks and cells do', 'one<br />two<table><tr><td>3</td><td>4</td></tr></table>', 'one two 3 4'],
    [
      'formatting does not',
      'in<b>voice</b> <a href="https://a.example/?x=1">re<i>fund</i></a>',
      'invoice refund',
    ],
    ['entities are characters', 'R&amp;D &lt;b&gt; &quot;x&quot; caf&#233; &#x4f60;', 'R&D <b> "x" café 你'],
    ['what was escaped twice is no tag', '&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['attributes are no text', '<img src="cid:1" alt="secret" title="hidden">shown', 'shown'],
    ['an entity of no character stays', '&#9999999;', '&#9999999;'],
  ])('%s', (_name, html, text) => {
    expect(textOfHtml(html).split(/\s+/).filter(Boolean).join(' ')).toBe(text);
  });
});
