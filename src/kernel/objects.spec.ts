import { definedOnly } from './objects.js';

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
