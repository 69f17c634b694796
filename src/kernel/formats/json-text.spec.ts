import fc from 'fast-check';
import { decimalOf, parseJson } from './json-text.js';

describe('a number in JSON', () => {
  it.each([
    ...['0', '-0', '0.0', '0e999', '-0.000000000000000000000e-999', '1.50', '1.500000000000000000000', '12E2', '1e+3'],
    ...['123456789012345', '0.000000123456789012345', '1.23456789012345e-280', '123456789012345000000', '1e308'],
    ...['9007199254740991', '-9007199254740991.000', '90071992547409910e-1', '0.30000000000000004', '5e-324'],
  ])('is kept when a double holds it: %s', (number) => {
    expect(parseJson(`{"a":[${number}]}`)).toEqual({ a: [Number(number)] });
  }); // prettier-ignore

  it.each([
    ...['9007199254740993', '9007199254740991.4', '-9007199254740992.5', '1.00000000000000001', '0.12345678901234567890'],
    ...['1e400', '-1e309', '1e-400', '0.1e-999999999999999999999', '1.23456789012345e-320', `1${'0'.repeat(400)}`],
  ])('is infinite when it would be rounded: %s', (number) => {
    expect(parseJson(`[1,{"a": ${number} ,"b":2.5},${number}]`)).toEqual([
      1,
      { a: Infinity, b: 2.5 },
      Infinity,
    ]);
    expect(parseJson(`\n${number}`)).toBe(Infinity);
  }); // prettier-ignore

  it('is not searched for in strings', () => {
    const texts = ['1e400', '"9007199254740993', '\\" : 9007199254740993', '9007199254740993\\'];
    const value = { '9007199254740993': texts, '"9007199254740993': Object.fromEntries(texts.map((text) => [text, text])) };
    expect(parseJson(JSON.stringify(value))).toEqual(value);
  }); // prettier-ignore

  it('is kept in all JSON that JavaScript writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value, null, 1);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is never read as another number than the written one', () => {
    const written = fc.tuple(fc.bigInt(), fc.integer({ min: 0, max: 40 }), fc.integer({ min: -30, max: 30 }));
    fc.assert(
      fc.property(written, ([digits, zeros, exponent]) => {
        const text = `${digits}.${'0'.repeat(zeros)}1e${exponent}`;
        const value = parseJson(text) as number;
        if (Number.isFinite(value)) expect(decimalOf(String(value)).digits).toBe(decimalOf(text).digits);
        else expect(decimalOf(text).digits.length).toBeGreaterThan(15);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is judged in linear time: a quadratic reader would not end within the time of a test', () => {
    const digits = '1'.repeat(1_000_000);
    for (const text of [digits, `0.${digits}`, `1${'0'.repeat(1_000_000)}1`])
      expect(typeof parseJson(text)).toBe('number');
    for (const number of ['1', '1e9', '1e999', '0e0', '12345678901234567'])
      expect(parseJson(`[${`${number},`.repeat(1_000_000 / (number.length + 1))}1]`)).toBeInstanceOf(Array);
  });
});
