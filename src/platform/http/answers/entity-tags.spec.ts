import fc from 'fast-check';
import { entityTagOf, matchesStrongly, matchesWeakly, parseTagCondition } from './conditions.js';

const parse = (value: string) => {
  const condition = parseTagCondition(value);
  if (condition === null) throw new Error(`${value} is malformed.`);
  return condition;
};

describe('an entity tag', () => {
  it('is the same for the same text, and differs for another text', () => {
    expect(entityTagOf('{"a":1}')).toBe(entityTagOf('{"a":1}'));
    expect(entityTagOf('{"a":1}')).not.toBe(entityTagOf('{"a":2}'));
  });

  it('is a strong one that a condition can name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const tag = entityTagOf(text);
        expect(tag).toMatch(/^"[\w-]{43}"$/);
        expect(matchesStrongly(parse(tag), tag)).toBe(true);
      }),
    );
  });
});

describe('a condition', () => {
  it.each([
    ['one tag', '"a"', true, true],
    ['any state', '*', true, true],
    ['any state, with spaces', ' * ', true, true],
    ['a list', '"x", "a"', true, true],
    ['a list without spaces', '"x","a"', true, true],
    ['a list with empty elements', ', "x",,"a" ,', true, true],
    ['a weak tag', 'W/"a"', false, true],
    ['a list with a weak and a strong one', 'W/"a", "a"', true, true],
    ['another tag', '"b"', false, false],
    ['a tag with a comma in it', '"x,"a', null, null],
    ['a tag of which ours is a part', '"a,b"', false, false],
    ['an empty tag', '""', false, false],
    ['nothing', '', null, null],
    ['commas', ', ,', null, null],
    ['a bare word', 'a', null, null],
    ['single quotes', "'a'", null, null],
    ['an open quote', '"a', null, null],
    ['a small w', 'w/"a"', null, null],
    ['tags without a comma', '"a" "b"', null, null],
    ['any state among tags', '*, "a"', null, null],
    ['a space in a tag', '"a b"', null, null],
  ])('of %s', (_name, value, strongly, weakly) => {
    const condition = parseTagCondition(value);
    expect(condition && [matchesStrongly(condition, '"a"'), matchesWeakly(condition, '"a"')]).toEqual(
      strongly === null ? null : [strongly, weakly],
    );
  });

  it('of any tags names each of them, however they are joined', () => {
    const opaque = fc.string({
      unit: fc.integer({ min: 0x23, max: 0x7e }).map((code) => String.fromCharCode(code)),
    });
    const comma = fc.constantFrom(',', ', ', ' ,', ' , ,', ',\t');
    fc.assert(
      fc.property(fc.array(opaque, { minLength: 1 }), comma, (names, separator) => {
        const tags = names.map((name) => `"${name}"`);
        const condition = parse(tags.join(separator));
        expect(tags.every((tag) => matchesStrongly(condition, tag))).toBe(true);
      }),
    );
  });
});
