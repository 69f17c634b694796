import fc from 'fast-check';
import { DomainError } from '../../../kernel/errors.js';
import { parseStrictJson } from './json-body.interceptor.js';

/** JSON as texts may write it: with white space, and with any character escaped. */
const written = fc
  .tuple(fc.json({ maxDepth: 6, stringUnit: 'binary' }), fc.constantFrom('', ' ', '\n\t '))
  .map(([text, space]) => text.replace(/[{}[\],:]/g, (sign) => `${space}${sign}${space}`));

const hasPrototypeKey = (text: string) => /"__proto__"\s*:/.test(text);

describe('strict JSON', () => {
  it('reads JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }), (value) => {
        const text = JSON.stringify(value, null, 1);
        fc.pre(!hasPrototypeKey(text));
        expect(parseStrictJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is refused where JSON is, and never fails otherwise', () => {
    fc.assert(
      fc.property(fc.oneof(written, fc.string()), (text) => {
        try {
          parseStrictJson(text);
          JSON.parse(text);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
        }
      }),
    );
  });

  it('has no key twice, wherever the second one is and however it is written', () => {
    const escaped = (key: string) =>
      `"${Array.from(key)
        .map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join('')}"`;
    const key = fc.string({ unit: 'grapheme-ascii' }).filter((text) => text !== '__proto__');
    fc.assert(
      fc.property(key, fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 3 }), (name, between) => {
        const middle = between
          .map((value, at) => `"${name.length}-${at}":${JSON.stringify(value)},`)
          .join('');
        fc.pre(!hasPrototypeKey(middle));
        for (const second of [JSON.stringify(name), escaped(name)]) {
          const text = `[{"x":{${JSON.stringify(name)}:"}",${middle}${second} :1}}]`;
          expect(() => parseStrictJson(text)).toThrow('twice in one object');
        }
      }),
    );
  });

  it('may have the same key in several objects, and a key that looks like a value', () => {
    const text = '{"a":{"a":"a"},"b":[{"a":1},{"a":2},"a","a"],"c":"\\"a\\":1,\\"a\\":2"}';
    expect(parseStrictJson(text)).toEqual(JSON.parse(text));
  });

  it.each([
    [32, '[', ']'],
    [32, '{"a":', '}'],
  ])('may be %i levels deep, and no deeper: %s', (levels, open, close) => {
    const nested = (depth: number) => open.repeat(depth) + '1' + close.repeat(depth);
    expect(parseStrictJson(nested(levels))).toEqual(JSON.parse(nested(levels)));
    expect(() => parseStrictJson(nested(levels + 1))).toThrow('more than 32 levels');
  });
});
