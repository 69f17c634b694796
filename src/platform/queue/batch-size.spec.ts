import { BatchSize } from './batch-size.js';

/** Reads rows as readers and sweeps do. @returns the rows that were read, and those that were left out */
function readAll(count: number, bad: ReadonlySet<number>, most: number) {
  const size = new BatchSize(most);
  const [read, left]: [number[], number[]] = [[], []];
  let batches = 0;
  for (let at = 0; at < count; batches += 1) {
    const rows = Array.from({ length: Math.min(size.next, count - at) }, (_, index) => at + index);
    if (!rows.some((row) => bad.has(row))) {
      size.succeed();
      read.push(...rows);
      at += rows.length;
    } else if (size.fail(rows.length)) {
      left.push(at);
      at += 1;
    }
  }
  return { read, left, batches };
}

describe('the size of a batch', () => {
  it.each([[[0]], [[1_999]], [[700, 701, 1_500]]])(
    'gets smaller until each bad row is alone, and leaves out no other: %j',
    (bad) => {
      const { read, left } = readAll(2_000, new Set(bad), 2_000);
      expect(left).toEqual(bad);
      expect(read).toHaveLength(2_000 - bad.length);
    },
  );

  it('costs a bad row some forty batches, not one for each row', () => {
    expect(readAll(10_000, new Set([777]), 2_000).batches).toBeLessThan(50);
  });

  it('lets a row fail alone twice before it is left out', () => {
    const size = new BatchSize(10);
    expect([size.fail(1), size.fail(1), size.fail(1)]).toEqual([false, false, true]);
  });

  it('forgets earlier failures when the row succeeds', () => {
    const size = new BatchSize(10);
    size.fail(1);
    size.fail(1);
    size.succeed();
    expect(size.fail(1)).toBe(false);
  });
});
