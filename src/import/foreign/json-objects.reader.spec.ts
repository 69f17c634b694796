import { all, inPieces } from '../../../test/support/servers/streams.js';
import { objectsOf } from './json-objects.reader.js';

/** Reads the objects of a text. The result must not depend on where the bytes are cut. */
async function found(text: string | Uint8Array) {
  const results: unknown[][] = [];
  for (const size of [1, 3, 10_000]) {
    const objects: unknown[] = [];
    for await (const one of objectsOf(inPieces(text, size), 'tickets'))
      objects.push([one.line, one.text, ...(one.object === null ? [one.problem] : [])]);
    results.push(objects);
  }
  expect(results[1]).toEqual(results[0]);
  expect(results[2]).toEqual(results[0]);
  return results[0];
}

it('A number whose digits a double does not keep is infinite, and no other number.', async () => {
  const file = '{"id":9007199254740993}\n{"id":9007199254740992}\n{"id":7}\n';
  const ids: unknown[] = [];
  for await (const { object } of objectsOf(inPieces(file, 10_000), 'tickets')) ids.push(object?.['id']);
  expect(ids).toEqual([Infinity, 9_007_199_254_740_992, 7]);
});

describe('the objects of a JSON file', () => {
  it.each([
    ['lines', '{"a":1}\n{"b":"}{"}\r\n\n{"c":{"d":[1]}}', [[1, '{"a":1}'], [2, '{"b":"}{"}'], [4, '{"c":{"d":[1]}}']]],
    ['an array', '\uFEFF[ {"a":1},\n{"b":[{"c":2}]} ]\n', [[1, '{"a":1}'], [2, '{"b":[{"c":2}]}']]],
    ['an array over lines', '[\n  {\n    "a": 1\n  }\n]', [[2, '{\n    "a": 1\n  }']]],
    ['pages', '{"count":2,"x":{"tickets":[{"no":1}]},"tickets" : [{"a":1},{"b":2}],"users":[{"no":2}]}\n{"tickets":[]}\n{"tickets":[{"c":"\\\\\\""}]}',
      [[1, '{"a":1}'], [1, '{"b":2}'], [3, '{"c":"\\\\\\""}']]],
    ['pages over lines', '{\n "tickets": [\n  {"a":1}\n ],\n "end": true\n}\n', [[3, '{"a":1}']]],
    ['a value that is called like the list', '{"a":"tickets","b":[1]}', [[1, '{"a":"tickets","b":[1]}']]],
    ['nothing', '\n', []],
  ])('%s', async (_name, text, expected) => {
    expect(await found(text)).toEqual(expected);
  }); // prettier-ignore

  it('are found after a broken line', async () => {
    expect(await found('{"a":1}\n{"c":"x\n{"d":4}\nwhat is this\n{"e":5}\n[6]\n{"f":')).toEqual([
      [1, '{"a":1}'],
      [2, '{"c":"x', 'is not JSON'],
      [3, '{"d":4}'],
      [4, 'what is this', 'is not JSON'],
      [5, '{"e":5}'],
      [6, '[6]', 'is not JSON'],
      [7, '{"f":', 'is not JSON'],
    ]);
  });

  it.each([
    ['[\n {"a":1},\n {"b":[1},\n {"c":2}\n]', 'line 3, column 2: the object that begins there is not JSON'],
    ['[{"a":1},\n{"b":2}', 'line 2, column 8: the file ends before its list'],
    ['{"tickets":[{"a":1},\n "b"]}', 'line 2, column 2: an object is expected'],
    ['[{"a":1}, [{"b":2}]]', 'line 1, column 11: an object is expected'],
    ['[{"a":1}]]', 'line 1, column 10: an object is expected'],
    ['{"tickets":[{"a":1}],\n"count":1', 'line 2, column 10: the file ends before its list'],
    ['{"a":1\n{"b":2}', 'line 1, column 1: the object that begins there does not end'],
    ['email,subject', 'line 1, column 1: an object is expected'],
  ])('are not read from a broken document: %s', async (text, message) => {
    for (const size of [1, 10_000])
      await expect(all(objectsOf(inPieces(text, size), 'tickets'))).rejects.toThrow(message);
  });

  it.each([
    ['with a byte order mark', '\uFEFF{"a":1}'],
    ['without one', '{"a":1}'],
  ])('are not read from UTF-16 %s', async (_name, text) => {
    const bytes = Buffer.from(text, 'utf16le');
    await expect(all(objectsOf(inPieces(bytes, 3), 'tickets'))).rejects.toThrow('is not text in UTF-8');
  });

  it('are marked where their bytes are no text', async () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Uint8Array.of(0xff), Buffer.from('"}\n{"b":1}')]);
    expect(await found(bytes)).toEqual([
      [1, '{"a":"\uFFFD"}', 'must be text in UTF-8'],
      [2, '{"b":1}'],
    ]);
  });
});
