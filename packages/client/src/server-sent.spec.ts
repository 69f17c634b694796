import fc from 'fast-check';
import { messageReader, type Message } from './server-sent.js';

/** Reads a text that comes in pieces, with CR LF once more at its end. */
function readIn(...pieces: string[]): Message[] {
  const read = messageReader();
  return [...pieces, '\r\n'].flatMap((piece) => read(piece));
}

// @proves E-33-15
describe('a reader of server-sent events', () => {
  it('gives ids, data and waits, and passes comments and other fields over', () => {
    expect(
      readIn(': hello\n\nretry: 1000\n\nid: 7\nevent: ticket.created\ndata: {"a": 1}\n\ndata:one\ndata\n\n'),
    ).toEqual([{ retry: 1000 }, { id: '7', data: '{"a": 1}' }, { data: 'one\n' }]);
  });

  it('knows no wait but digits, and no id with NUL', () => {
    expect(readIn('retry: 1e3\n\nid: 1\0\n\nid\n\nretry:5\n\n')).toEqual([{ id: '' }, { retry: 5 }]);
  });

  it('gives no message that is not complete', () => {
    const read = messageReader();
    expect(read('data: 1\n\ndata: 2\n')).toEqual([{ data: '1' }]);
  });

  it('gives the same wherever the text is cut, and whatever ends its lines', () => {
    const line = fc.constantFrom('id: 1', 'id: 2', 'data: a b', 'data:  c', 'retry: 20', ': comment', '', '');
    const end = fc.constantFrom('\n', '\r\n', '\r');
    const tried = fc.property(
      fc.array(line, { maxLength: 20 }),
      end,
      fc.array(fc.nat(200)),
      (lines, newline, cuts) => {
        const text = lines.map((one) => one + newline).join('');
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((place, at) => text.slice(places[at], place));
        expect(readIn(...pieces)).toEqual(readIn(lines.map((one) => `${one}\n`).join('')));
      },
    );
    fc.assert(tried, { numRuns: 500 });
  });
});
