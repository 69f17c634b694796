import { definedOnly, isObject } from './objects.js';

describe('an object', () => {
  it.each([{}, { length: 1 }])('is %j', (value) => {
    expect(isObject(value)).toBe(true);
  });

  it.each([null, undefined, 'a', 1, true, [], [{}]])('is not %j', (value) => {
    expect(isObject(value)).toBe(false);
  });
});

describe('an object without its undefined properties', () => {
  it('keeps null, false, zero and empty text', () => {
    const object = { a: null, b: false, c: 0, d: '', e: undefined };
    expect(Object.keys(definedOnly(object))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is another object', () => {
    const object = { a: 1 };
    expect(definedOnly(object)).not.toBe(object);
  });
});
