import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { inOneGo } from '../../kernel/steps.js';
import { fingerprintOf, isReplyTo, readIdempotencyKey, type RequestContent } from './idempotency.rules.js';

const printOf = (content: RequestContent): Buffer => inOneGo(fingerprintOf(content));

const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 255,
});

describe('an idempotency key', () => {
  it.each([
    ['quoted', '"8e03978e-40d5-43e8-bc93-6894a57f9324"', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
    ['bare', '8e03978e-40d5-43e8-bc93-6894a57f9324', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
    ['with what is escaped', String.raw`"a \"b\" \\ c"`, String.raw`a "b" \ c`],
    ['of 255 characters', `"${'k'.repeat(255)}"`, 'k'.repeat(255)],
    ['bare, of 255 characters', 'k'.repeat(255), 'k'.repeat(255)],
    ['empty', '', null],
    ['empty in quotes', '""', null],
    ['of 256 characters', `"${'k'.repeat(256)}"`, null],
    ['bare, of 256 characters', 'k'.repeat(256), null],
    ['with an open quote', '"a', null],
    ['with a quote in it', '"a"b"', null],
    ['with an escape of nothing', String.raw`"a\b"`, null],
    ['with a parameter', '"a";v=1', null],
    ['twice', '"a", "b"', null],
    ['bare, twice', 'a, b', null],
    ['bare, with a space', 'a b', null],
    ['with a control character', '"a\tb"', null],
    ['with a letter beyond ASCII', '"ä"', null],
    ['bare, with a letter beyond ASCII', 'ä', null],
  ])('%s', (_name, value, key) => {
    expect(readIdempotencyKey(value)).toBe(key);
  });

  it('is whatever a client has escaped', () => {
    fc.assert(
      fc.property(printable, (key) => {
        expect(readIdempotencyKey(`"${key.replace(/["\\]/g, '\\$&')}"`)).toBe(key);
      }),
    );
  });
});

describe('a fingerprint', () => {
  const request: RequestContent = { method: 'PUT', address: '/a', conditions: [], body: { b: 1 } };

  it('is the same for the same request', () => {
    expect(printOf({ ...request, body: { b: 1 } })).toEqual(printOf(request));
  });

  it('is the same in any order of properties, and another in another order of a list', () => {
    const of = (text: string): Buffer => printOf({ ...request, body: JSON.parse(text) as unknown });
    const body = of('{"a": 1, "10": 2, "9": {"c": [{"e": 3, "d": null}], "b": 4}}');
    expect(of('{"9": {"b": 4, "c": [{"d": null, "e": 3}]}, "10": 2, "a": 1}')).toEqual(body);
    expect(of('{"a": 1, "10": 2, "9": {"c": [{"e": null, "d": 3}], "b": 4}}')).not.toEqual(body);
    expect(of('[1, 2]')).not.toEqual(of('[2, 1]'));
    const long = Array.from({ length: 2000 }, (_, index) => ({ b: index, a: [index] }));
    const other = long.map(({ a, b }) => ({ a, b }));
    expect(printOf({ ...request, body: other })).toEqual(printOf({ ...request, body: long }));
  });

  it('is known again where an earlier version kept it, which looked at the order of properties', () => {
    const content = { ...request, body: { b: 1, a: 2 } };
    const earlier = createHash('sha256').update('["PUT","/a",[],{"b":1,"a":2}]').digest();
    expect(isReplyTo(content, printOf(content), earlier)).toBe(true);
    const other = { ...request, body: { a: 2, b: 1 } };
    expect(isReplyTo(other, printOf(other), earlier)).toBe(false);
  });

  it.each<[string, Partial<RequestContent>]>([
    ['method', { method: 'PATCH' }],
    ['path', { address: '/b' }],
    ['query', { address: '/a?b=1' }],
    ['body', { body: { b: 2 } }],
    ['missing body', { body: undefined }],
    ['null', { body: { b: null } }],
    ['condition', { conditions: ['"x"'] }],
    ['place of a condition', { conditions: [undefined, '"x"'] }],
  ])('differs for another %s', (_name, other) => {
    expect(printOf({ ...request, ...other })).not.toEqual(printOf(request));
    expect(printOf({ ...request, conditions: ['"x"'] })).not.toEqual(
      printOf({ ...request, conditions: [undefined, '"x"'] }),
    );
  });
});
