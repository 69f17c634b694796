import fc from 'fast-check';
import { MAX_SEARCH_LENGTH, MAX_TERMS, SearchLanguage } from './query.rules.js';
import { anyOf, searchedTexts, tsqueryOf } from './tsquery.rules.js';

const language = new SearchLanguage(['subject', 'status', 'group', 'tag']);
const everything = { withComments: true };

/** The terms of a query as tsqueries, those that must not be found after a minus. */
const termsOf = (q: string, right = everything) =>
  language.read(q).terms.map((term) => `${term.isOpposite ? '- ' : ''}${tsqueryOf(term, right)}`);
const filtersOf = (q: string) =>
  language.read(q).filters.map(({ name, value, isOpposite }) => `${isOpposite ? '-' : ''}${name}=${value}`);

// @proves E-22-1, E-22-7
it.each([
  ['words', 'refund of', ["'refund'", "'of'"]],
  ['a last word that may go on', 'of refund', ["'of'", "'refund':*"]],
  ['a last word of two letters', 'refund of', ["'refund'", "'of'"]],
  ['a last word before a filter', 'refund status:open', ["'refund'"]],
  ['a phrase', '"wrong total"', ["'wrong' <1> 'total'"]],
  ['a last word before a phrase that has only begun', 'print "', ["'print':*"]],
  ['a phrase without an end', '"wrong total', ["'wrong' <1> 'total'"]],
  ['phrases beside words', 'a"b c"d', ["'a'", "'b' <1> 'c'", "'d'"]],
  ['an opposite', '-refund', ["- 'refund'"]],
  ['the opposite of a phrase', '-"wrong total"', ["- 'wrong' <1> 'total'"]],
  ['several minuses', '--refund', ["- 'refund'"]],
  ['a hyphen', 'a-b', ["'a' <1> 'b'"]],
  ['the beginning of words', 'r* x', ["'r':*", "'x'"]],
  ['the opposite of a beginning', '-re*', ["- 're':*"]],
  ['a star in a phrase', '"re*"', ["'re'"]],
  ['a star in a word', 're*fund x', ["'re' <1> 'fund'", "'x'"]],
  ['an order number', 'ORD-2024-0012', ["'ord' <1> '2024' <1> '0012':*"]],
  ['an address', 'john@acme.example', ["'john' <1> 'acme' <1> 'example':*"]],
  ['a word of the subject', 'subject:refund', ["'refund':A"]],
  ['a phrase of the subject', 'subject:"wrong total"', ["'wrong':A <1> 'total':A"]],
  ['the beginning of a word of the subject', '-subject:re*', ["- 're':*A"]],
  ['Chinese', '打印机', ["'打印' <1> '印机'"]],
  ['one character', '机 -机', ["'机':*", "- '机':*"]],
  ['a star behind Chinese', '打印* x', ["'打印'", "'x'"]],
])('reads %s', (_name, q, terms) => {
  expect(termsOf(q)).toEqual(terms);
});

// @proves E-22-5
it.each([
  ['a filter', 'status:open', ['status=open']],
  ['its opposite', '-status:open', ['-status=open']],
  ['a value with spaces', 'group:"Tier 1"', ['group=Tier 1']],
  ['a value with commas', 'status:open,new', ['status=open,new']],
  ['an empty value in quotes', 'tag:""', ['tag=']],
  ['several of one name', 'tag:vip tag:late', ['tag=vip', 'tag=late']],
])('reads %s', (_name, q, filters) => {
  expect([filtersOf(q), termsOf(q)]).toEqual([filters, []]);
});

// @proves E-22-2
it.each([
  ['a name that is no filter', 'foo:bar', ["'foo' <1> 'bar':*"]],
  ['a name that is no filter before a phrase', 'foo:"bar"', ["'foo'", "'bar'"]],
  ['a filter without a value', 'status: x', ["'status'", "'x'"]],
  ['a filter in other letters', 'STATUS:x', ["'status' <1> 'x'"]],
  ['operators', 'a AND (b | c) & !d <-> ~e', ["'a'", "'and'", "'b'", "'c'", "'d'", "'e'"]],
  ['NUL', 'a\0b', ["'a'", "'b'"]],
  ['nothing but signs', '- " \' && || ! :* \\ %', []],
])('reads %s as words', (_name, q, terms) => {
  expect([termsOf(q), filtersOf(q)]).toEqual([terms, []]);
});

// @proves E-22-3
it('searches subject and description only, without the right to comments', () => {
  expect(termsOf('refund* subject:a -b', { withComments: false })).toEqual([
    "'refund':*AB",
    "'a':A",
    "- 'b':AB",
  ]);
});

it('tells wanted terms from unwanted ones', () => {
  const { terms } = language.read('a -b -"c d" e');
  const { wanted, unwanted } = searchedTexts(terms, everything);
  expect([wanted, anyOf(unwanted)]).toEqual([["'a'", "'e'"], "('b') | ('c' <1> 'd')"]);
});

// @proves E-22-2
it('writes only what PostgreSQL takes for a tsquery, whatever the query is', () => {
  const q = fc.string({ unit: fc.constantFrom(...Array.from('ab打\u0301👍"-*:<>()|&!\'\\\0 \n')) });
  fc.assert(
    fc.property(fc.oneof(q, fc.string({ unit: 'binary' })), (text) => {
      for (const term of termsOf(text))
        expect(term).toMatch(/^(- )?'[^'\\\s]+'(:\*?A?)?( <\d+> '[^'\\\s]+'(:\*?A?)?)*$/u);
    }),
  );
});

// @proves E-22-6
describe('the size of a query', () => {
  const word = (index: number) => `w${index}`;

  it('has at most 32 words, phrases and filters', () => {
    const most = Array.from({ length: MAX_TERMS - 1 }, (_, index) => word(index)).join(' ');
    expect(language.check(`${most} tag:"a b" - ...`)).toBeNull();
    expect(language.check(`${most} tag:"a b" "c d"`)).toBe('must have at most 32 words, phrases and filters');
  });

  it('has at most 1,000 characters', () => {
    expect(language.check('👍'.repeat(MAX_SEARCH_LENGTH))).toBeNull();
    expect(language.check('x'.repeat(MAX_SEARCH_LENGTH))).toBeNull();
    expect(language.check('x'.repeat(MAX_SEARCH_LENGTH + 1))).toBe('must have at most 1000 characters');
  });

  it('is that of one text', () => {
    expect(language.check(['a', 'b'])).toBe('must be a string');
  });
});
