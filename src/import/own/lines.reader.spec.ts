import { all, chunksOf } from '../../../test/support/servers/streams.js';
import { linesOf, MAX_LINE_BYTES } from './lines.reader.js';
import { ndjsonRecords } from './ndjson.reader.js';
import { inBatches } from './in-turn.js';
import type { SourceRecord } from './source-record.js';

async function* linesFrom(lines: string[]): AsyncGenerator<string> {
  for (const line of lines) yield Promise.resolve(line);
}

describe('the lines of a stream', () => {
  it('end with LF or CRLF, the last one with either or nothing', async () => {
    expect(await all(linesOf(chunksOf('one\ntwo\r\n\nfour')))).toEqual(['one', 'two', '', 'four']);
    expect(await all(linesOf(chunksOf('one\n')))).toEqual(['one']);
    expect(await all(linesOf(chunksOf()))).toEqual([]);
  });

  it('are the same wherever the chunks are cut, also inside of a character', async () => {
    const bytes = Buffer.from('Größe 🎫\nzwei\n');
    const single = [...bytes].map((byte) => Uint8Array.of(byte));
    expect(await all(linesOf(chunksOf(...single)))).toEqual(['Größe 🎫', 'zwei']);
  });

  it('are cut where they are too long to be taken, and the next one is whole', async () => {
    const [long, next] = await all(linesOf(chunksOf('x'.repeat(3 * MAX_LINE_BYTES), 'x\nnext')));
    expect((long as string).length).toBe(MAX_LINE_BYTES + 2);
    expect(next).toBe('next');
  });

  it('of exactly the limit stay whole with CRLF', async () => {
    const [line] = await all(linesOf(chunksOf(`${'x'.repeat(MAX_LINE_BYTES)}\r\n`)));
    expect((line as string).length).toBe(MAX_LINE_BYTES);
  });

  it('are marked where their bytes are no text', async () => {
    const bytes = Buffer.concat([
      Buffer.from('one\nt'),
      Uint8Array.of(0xff, 0xfe),
      Buffer.from('o\r\nthree'),
    ]);
    expect(await all(linesOf(chunksOf(bytes)))).toEqual([
      'one',
      { text: 't\uFFFD\uFFFDo', isDamaged: true },
      'three',
    ]);
  });
});

describe('batches of lines', () => {
  const numbers = (batches: SourceRecord[][]) => batches.map((batch) => batch.map(({ line }) => line));

  it('count blank lines and leave them out', async () => {
    const batches = await all(inBatches(ndjsonRecords(linesFrom(['', 'a', '  ', 'b', 'c', ''])), 2));
    expect(numbers(batches)).toEqual([[2, 4], [5]]);
  });

  it('end early when their lines are long', async () => {
    const long = 'x'.repeat(1024 * 1024);
    expect(numbers(await all(inBatches(ndjsonRecords(linesFrom([long, long, long])), 500)))).toEqual([
      [1, 2],
      [3],
    ]);
  });
});
