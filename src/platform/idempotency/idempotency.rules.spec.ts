import fc from 'fast-check';
import { fingerprintOf, readIdempotencyKey, type RequestContent } from './idempotency.rules.js';

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
    expect(fingerprintOf({ ...request, body: { b: 1 } })).toEqual(fingerprintOf(request));
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
    expect(fingerprintOf({ ...request, ...other })).not.toEqual(fingerprintOf(request));
    expect(fingerprintOf({ ...request, conditions: ['"x"'] })).not.toEqual(
      fingerprintOf({ ...request, conditions: [undefined, '"x"'] }),
    );
  });
});
