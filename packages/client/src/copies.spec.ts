import { copyOf, type CopiedTicket } from './copies.js';

const ticket = (number: number, more: object = {}) => ({ id: `id-${number}`, number, subject: 'x', ...more });

/** An answer of the service with these lines, in pieces of a few bytes. */
function answerOf(lines: readonly (object | string)[], size = 7): Response {
  const text = lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join('');
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'X-Events-Position': '7' } });
}

async function read(response: Response): Promise<CopiedTicket[]> {
  const tickets: CopiedTicket[] = [];
  for await (const one of copyOf(response)) tickets.push(one);
  return tickets;
}

const COMMENTS = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

describe('a copy', () => {
  it('knows the position after which the feed goes on', () => {
    expect(copyOf(answerOf([])).position).toBe(7);
  });

  it('gives each ticket once, with all comments of its lines', async () => {
    const lines = [
      { position: 7 },
      ticket(1, { comments: COMMENTS.slice(0, 1) }),
      { id: 'id-1', number: 1, comments: COMMENTS.slice(1) },
      ticket(2, { subject: 'Straße \u{1F600}' }),
      { tickets: 2 },
    ];
    expect(await read(answerOf(lines))).toEqual([
      ticket(1, { comments: COMMENTS }),
      ticket(2, { subject: 'Straße \u{1F600}' }),
    ]);
  });

  it('of a desk without tickets is empty', async () => {
    expect(await read(answerOf([{ position: 7 }, { tickets: 0 }]))).toEqual([]);
  });

  it.each([
    ['has no last line', [{ position: 7 }, ticket(1)]],
    ['is cut in a line', [{ position: 7 }, ticket(1), '{"id":"id-2","num']],
    ['lacks a ticket', [{ position: 7 }, ticket(1), { tickets: 2 }]],
    ['is empty', []],
  ])('that %s ends with an error', async (_what, lines) => {
    await expect(read(answerOf(lines))).rejects.toMatchObject({ code: 'incomplete_copy' });
  });

  it('that nobody reads to its end is given up', async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(new TextEncoder().encode(`${JSON.stringify(ticket(1))}\n{"id":"2"}\n`));
      },
      cancel: () => void (isCancelled = true),
    });
    for await (const _one of copyOf(new Response(body))) break;
    expect(isCancelled).toBe(true);
  });
});
