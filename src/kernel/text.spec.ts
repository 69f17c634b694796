import fc from 'fast-check';
import {
  composed,
  counted,
  distinctByCase,
  foldCase,
  foldEmail,
  inOneLine,
  isBlank,
  isOneLine,
  isStorable,
  personName,
  sendableEmail,
} from './text.js';

const anyText = fc.string({ unit: 'binary' });

describe('comparing without regard to case', () => {
  it('ignores case', () => {
    expect(foldCase('ÄPFEL')).toBe(foldCase('äpfel'));
  });

  it('ignores how an accent is composed', () => {
    expect(foldCase('e\u0301')).toBe(foldCase('\u00e9'));
  });

  it('takes any text of up to 255 characters as a whole', () => {
    const marks = fc.string({ unit: fc.constantFrom('e', '\u0301', '\u0316', '\u0308'), maxLength: 255 });
    fc.assert(
      fc.property(marks, (text) => {
        expect(composed(text)).toBe(text.normalize('NFC'));
      }),
    );
  });

  it('comes to an end with any number of marks, which it keeps', () => {
    const marks = '\u0301\u0316'.repeat(200_000);
    const folded = foldCase(`E${marks}E\u0301`);
    expect([folded.length, folded.at(0), folded.at(-1)]).toEqual([marks.length + 1, 'é', 'é']);
  });

  it('distinguishes different words', () => {
    expect(foldCase('resume')).not.toBe(foldCase('résumé'));
  });
});

describe('comparing e-mail addresses', () => {
  it.each([
    ['John@B\u00dcCHER.example', 'john@b\u00fccher.example'],
    ['john@xn--bcher-kva.example', 'john@b\u00fccher.example'],
    ['john@\u24d1u\u0308cher.example', 'john@b\u00fccher.example'],
    ['john@stra\u00dfe.example', 'john@stra\u00dfe.example'],
    ['john@1', 'john@1'],
    ['john@xn--ml', 'john@xn--ml'],
    ['\u24d9ohn', '\u24d9ohn'],
  ])('treats %j as %j', (email, folded) => {
    expect(foldEmail(email)).toBe(folded);
  });

  it('changes nothing when it folds twice', () => {
    fc.assert(
      fc.property(anyText, (domain) => {
        const folded = foldEmail(`john@${domain}`);
        expect(foldEmail(folded)).toBe(folded);
      }),
    );
  });
});

describe('the domain of an e-mail address', () => {
  const label = '\u24b6'.repeat(127);
  const longest = [label, label, label, '\u24b6'.repeat(119), 'example'].join('.');

  it('is written as IDNA does up to 511 characters, and 127 in a label', () => {
    expect(longest).toHaveLength(511);
    expect(sendableEmail(`John@${longest}`)).toBe(`John@${longest.normalize('NFKC').toLowerCase()}`);
    expect(foldEmail(`John@${longest}`)).toBe(`john@${longest.normalize('NFKC').toLowerCase()}`);
  });

  it('may have a label of 63 octets, in however many characters it was typed', () => {
    for (const label of ['😀'.repeat(40), '한'.repeat(24).normalize('NFD')])
      expect(sendableEmail(`john@${label}.example`)).not.toBeNull();
  });

  it.each([
    ['more characters', `a.${longest}`],
    ['more characters in a label', `\u24b6${label}.example`],
    ['characters for hours', '\u6771\u4eac\u90fd'.repeat(200_000)],
    ['an encoded label for hours', `xn--${'z9'.repeat(200_000)}`],
  ])('with %s is none, and only its case is folded', (_which, domain) => {
    expect(sendableEmail(`John@${domain}`)).toBeNull();
    expect(foldEmail(`John@${domain}`)).toBe(`john@${domain.toLowerCase()}`);
  });

  it('may be of any length when it is plain', () => {
    expect(sendableEmail(`john@${'a'.repeat(300)}`)).toBe(`john@${'a'.repeat(300)}`);
  });
});

describe('a storable text', () => {
  it.each(['', 'plain', 'Zürich 東京', '🙂'])('is %j', (text) => {
    expect(isStorable(text)).toBe(true);
  });

  it.each(['a\0b', '\ud83d', 'x\ude00y'])('is not %j', (text) => {
    expect(isStorable(text)).toBe(false);
  });

  it('survives the conversion to UTF-8 and back, for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }), (text) => {
        const survives = Buffer.from(text).toString() === text && !text.includes('\0');
        expect(isStorable(text)).toBe(survives);
      }),
    );
  });
});

describe('a blank text', () => {
  it.each(['', ' ', '\t\n', '\u00a0', '\0', '\u200b\u2060', '\u00ad', '\u3164', '\u2800', '\ufffa'])(
    'is %j',
    (text) => {
      expect(isBlank(text)).toBe(true);
    },
  );

  it.each(['👩\u200d👧', '\u0301', '\u200f\u05d0', '\u0600', '\ue000'])('is not %j', (text) => {
    expect(isBlank(text)).toBe(false);
  });

  it('is not one with a letter', () => {
    expect(isBlank(' a ')).toBe(false);
  });
});

describe('a text of one line', () => {
  it.each([
    ['a\r\nb', 'a b'],
    [' a \n', 'a'],
    ['a\u2028\u2029\u0085b', 'a b'],
    ['a  b ', 'a  b '],
    ['\n', ''],
  ])('is made of %j', (text, line) => {
    expect(inOneLine(text)).toBe(line);
  });

  it('is made of every text without NUL', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(isOneLine(inOneLine(text))).toBe(!text.includes('\0'));
      }),
    );
  });
});

describe('folding duplicates', () => {
  it('keeps the first spelling and the order', () => {
    expect(distinctByCase(['VIP', 'refund', 'vip', 'Refund', 'new'])).toEqual(['VIP', 'refund', 'new']);
  });

  it('changes nothing the second time, for all lists', () => {
    fc.assert(
      fc.property(fc.array(anyText), (texts) => {
        const once = distinctByCase(texts);
        expect(distinctByCase(once)).toEqual(once);
      }),
    );
  });

  it('keeps one spelling of each text, for all lists', () => {
    fc.assert(
      fc.property(fc.array(anyText), (texts) => {
        const kept = distinctByCase(texts).map(foldCase);
        expect(kept).toEqual([...new Set(texts.map(foldCase))]);
      }),
    );
  });
});

describe("a person's name", () => {
  it.each([
    ['John', 'Luther', 'John Luther'],
    ['John', null, 'John'],
    [null, 'Luther', 'Luther'],
    ['', 'Luther', 'Luther'],
    [null, null, null],
    ['', '', null],
  ])('of %j and %j is %j', (first, last, name) => {
    expect(personName(first, last)).toBe(name);
  });
});

it.each([
  [0, 'workspace', '0 workspaces'],
  [1, 'workspace', '1 workspace'],
  [2, 'workspace', '2 workspaces'],
  [1, 'delivery', '1 delivery'],
  [3, 'delivery', '3 deliveries'],
  [2, 'key', '2 keys'],
])('%j of "%s" are "%s"', (count, noun, words) => {
  expect(counted(count, noun)).toBe(words);
});
