import { ndjsonFileRecords } from './ndjson.reader.js';

async function* sourceOf(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield Promise.resolve(line);
}

/** Returns the numbers of the records and the problems of whole records. An error comes last. */
const read = async (lines: readonly string[]): Promise<unknown[]> => {
  const found: unknown[] = [];
  try {
    for await (const { line, input } of ndjsonFileRecords(sourceOf(lines)))
      found.push(input.value === null ? [line, input.problems[0]?.message] : line);
  } catch (error) {
    found.push((error as Error).message);
  }
  return found;
};
const NOT_NDJSON = 'is not NDJSON: none of its first lines is JSON';
const notJson: unknown = expect.stringMatching(/^is not JSON: /);

describe('a file of NDJSON', () => {
  it('may have lines that are not JSON, before and after its first line of JSON', async () => {
    expect(await read(['no', '', 'no', '{}', 'no', '{}'])).toEqual([
      [1, notJson],
      [3, notJson],
      4,
      [5, notJson],
      6,
    ]);
  });

  it('must have JSON among its first 20 lines that are not blank', async () => {
    const bad = Array.from({ length: 19 }, () => 'no');
    expect(await read([...bad, '', ' ', '{}'])).toHaveLength(20);
    expect(await read([...bad, '', ' ', 'no', '{}'])).toEqual([NOT_NDJSON]);
  });

  it('may begin with JSON that is no ticket', async () => {
    expect(await read(['[]', ...Array.from({ length: 30 }, () => 'no')])).toHaveLength(31);
  });

  it.each([[['no']], [['no', 'no']], [['', 'email,subject']]])('is not %j', async (lines) => {
    expect(await read(lines)).toEqual([NOT_NDJSON]);
  });

  it.each([[[]], [['']], [['', ' ']]])('may be empty: %j', async (lines) => {
    expect(await read(lines)).toEqual([]);
  });

  it('must have its first JSON within the length of one line', async () => {
    const long = 'x'.repeat(9 * 1024 * 1024);
    expect(await read([long, '{}'])).toHaveLength(2);
    expect(await read([long, long, '{}'])).toEqual([NOT_NDJSON]);
  });
});
