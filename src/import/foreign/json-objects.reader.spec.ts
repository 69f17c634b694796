import { inPieces } from '../../../test/support/servers/streams.js';
import { objectsOf } from './json-objects.reader.js';

/** What is found, which must be the same wherever the bytes are cut. */
async function found(text: string | Uint8Array) {
  const results: unknown[][] = [];
  for (const size of [1, 3, 10_000]) {
    const objects: unknown[] = [];
    for await (const { line, text: shown } of objectsOf(inPieces(text, size), 'tickets'))
      objects.push([line, shown]);
    results.push(objects);
  }
  expect(results[1]).toEqual(results[0]);
  expect(results[2]).toEqual(results[0]);
  return results[0];
}

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

  it('are found behind something broken, which is one object more', async () => {
    expect(await found('{"a":1\n{"b":2}\n{"c":"x\n{"d":4}\nwhat is this\n{"e":5}\n{"f":')).toEqual([
      [1, '{"a":1\n'],
      [2, '{"b":2}'],
      [3, '{"c":"x'],
      [4, '{"d":4}'],
      [5, 'what is this'],
      [6, '{"e":5}'],
      [7, '{"f":'],
    ]);
  });

  it('are marked where their bytes are no text', async () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Uint8Array.of(0xff), Buffer.from('"}\n{"b":1}')]);
    expect(await found(bytes)).toEqual([
      [1, { text: '{"a":"\uFFFD"}', isDamaged: true }],
      [2, '{"b":1}'],
    ]);
  });
});
