import { definedOnly, isObject, jsonArraysOf } from './objects.js';

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

describe('JSON arrays of items', () => {
  const arraysOf = (items: readonly unknown[], characters: number): unknown[] =>
    [...jsonArraysOf(items, characters)].map((text) => JSON.parse(text) as unknown);

  it('have all items in their order, and end when they are too long', () => {
    expect(arraysOf(['a', { b: 1 }, 'c', 'd', 'e'], 5)).toEqual([['a', { b: 1 }], ['c', 'd'], ['e']]);
    expect(arraysOf(['long', 'long'], 1)).toEqual([['long'], ['long']]);
  });

  it('are none when there are no items', () => {
    expect(arraysOf([], 5)).toEqual([]);
  });
});
