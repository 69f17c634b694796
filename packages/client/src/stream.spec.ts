import { getEventListeners } from 'node:events';
import { deskAnswered, json } from '../../../test/support/fakes/replies.js';
import { AuthenticationError, CustomerDesk, GoneError, PermissionError } from './index.js';
import { streamOf } from './stream.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const streamed = (body: string | ReadableStream): Response =>
  new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
const event = (position: number): string =>
  `id: ${position}\nevent: ticket.created\ndata: {"position":${position}}\n\n`;
const SOON = 'retry: 1\n\n';

/** A connection that brings a text and then does what `then` says; it stays open unless that ends it. */
const brings = (
  text: string,
  then: (end: ReadableStreamDefaultController) => void = () => undefined,
): Response =>
  streamed(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(bytes(text));
        setTimeout(() => {
          then(controller);
        }, 10);
      },
    }),
  );

async function positionsOf(events: AsyncIterable<unknown>, count: number): Promise<number[]> {
  const seen: number[] = [];
  for await (const one of events) if (seen.push((one as { position: number }).position) === count) break;
  return seen;
}

const lastIds = (sent: readonly { readonly headers: Record<string, string> }[]) =>
  sent.map(({ headers }) => headers['Last-Event-ID']);

// @proves E-33-15
describe('stream', () => {
  it('gives events as they come, and goes on after the last one when a connection ends', async () => {
    const { desk, sent } = deskAnswered(
      streamed(SOON + event(4) + event(5)),
      streamed(event(5) + event(6) + event(7)),
    );
    const events = desk.stream({ after: 3, types: ['ticket.created'], headers: { 'X-Own': 'yes' } });
    expect(await positionsOf(events, 4)).toEqual([4, 5, 6, 7]);
    expect(lastIds(sent)).toEqual([undefined, '5']);
    expect(sent[1]?.headers).toMatchObject({ Accept: 'text/event-stream', 'X-Own': 'yes' });
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(
      Array(2).fill('?after=3&types=ticket.created'),
    );
  });

  it('goes on after a position that came without an event', async () => {
    const { desk, sent } = deskAnswered(streamed(`id: 7\n${SOON}`), streamed(event(8)));
    expect(await positionsOf(desk.stream(), 1)).toEqual([8]);
    expect(lastIds(sent)).toEqual([undefined, '7']);
  });

  it('forgets an event that did not come whole, and asks for it again', async () => {
    const cut = brings(`${SOON}${event(1)}id: 2\ndata: {"posi`, (end) => {
      end.error(new Error('reset'));
    });
    const { desk, sent } = deskAnswered(cut, streamed(event(2)));
    expect(await positionsOf(desk.stream(), 2)).toEqual([1, 2]);
    expect(lastIds(sent)).toEqual([undefined, '1']);
  });

  it.each(['<html>', 'null', '7'])('refuses words that are no event: %s', async (words) => {
    const { desk } = deskAnswered(streamed(`id: 1\ndata: ${words}\n\n`));
    await expect(positionsOf(desk.stream(), 1)).rejects.toMatchObject({
      name: 'DeskError',
      code: 'no_stream',
      message: 'The stream has something that is no event.',
    });
  });

  it('puts letters together whose bytes come apart', async () => {
    const [first, ...others] = bytes('é');
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new Uint8Array([...bytes('data: {"position":"'), first ?? 0]));
        controller.enqueue(new Uint8Array([...others, ...bytes('"}\n\n')]));
      },
    });
    const { desk } = deskAnswered(streamed(body));
    expect(await positionsOf(desk.stream(), 1)).toEqual(['é']);
  });

  it('waits as long as the desk asks, and a second when it does not ask', async () => {
    const times: number[] = [];
    const { desk } = deskAnswered(
      streamed(event(1)),
      streamed(`retry: 400\n\n${event(2)}`),
      streamed(event(3)),
    );
    const events = desk.stream();
    for (let count = 0; count < 3; count++) {
      await events.next();
      times.push(performance.now());
    }
    await events.return();
    const [first = 0, second = 0, third = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(990);
    expect(third - second).toBeGreaterThanOrEqual(390);
    expect(third - second).toBeLessThan(990);
  });

  it('outlasts a desk that is away, and a key that has too many streams', async () => {
    const away = [json({}, 503, { 'retry-after': '0' }), json({}, 429, { 'retry-after': '0' })];
    const { desk, sent } = deskAnswered(
      streamed(SOON + event(1)),
      ...away,
      ...[new Error('away')],
      streamed(event(2)),
    );
    expect(await positionsOf(desk.stream({ retries: 0 }), 2)).toEqual([1, 2]);
    expect(lastIds(sent)).toEqual([undefined, '1', '1', '1', '1']);
  });

  it('leaves a connection from which nothing comes, not even a comment', async () => {
    const { desk } = deskAnswered(brings(SOON + event(1)), streamed(event(2)));
    expect(await positionsOf(streamOf(desk, {}, 50), 2)).toEqual([1, 2]);
  });

  it.each([
    [410, 'cursor_expired', GoneError],
    [401, 'unauthorized', AuthenticationError],
    [403, 'forbidden', PermissionError],
  ])('ends with a refusal, %s', async (status, code, kind) => {
    const { desk, sent } = deskAnswered(streamed(SOON + event(1)), json({ error: 'No.', code }, status));
    await expect(positionsOf(desk.stream(), 2)).rejects.toThrow(kind);
    expect(sent).toHaveLength(2);
  });

  it('says that another server answers', async () => {
    const page = new Response('<p>Hello</p>', { headers: { 'content-type': 'text/html' } });
    const { desk } = deskAnswered(page);
    const words = 'The answer is no stream of events, but text/html.';
    await expect(positionsOf(desk.stream(), 1)).rejects.toMatchObject({ code: 'no_stream', message: words });
  });

  it('ends with the signal, also between two connections, and leaves nothing at it', async () => {
    const control = new AbortController();
    const { signal } = control;
    const { desk } = deskAnswered(
      streamed(SOON + event(1)),
      streamed(SOON + event(2)),
      streamed(event(3) + event(4)),
    );
    const events = desk.stream({ signal });
    for (let count = 0; count < 3; count++) await events.next();
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    control.abort(new Error('enough'));
    await events.next();
    await expect(events.next()).rejects.toThrow('enough');
    expect(getEventListeners(signal, 'abort')).toEqual([]);

    const other = new AbortController();
    const slow = deskAnswered(streamed('retry: 60000\n\n')).desk.stream({ signal: other.signal }).next();
    setTimeout(() => {
      other.abort(new Error('enough'));
    }, 20);
    await expect(slow).rejects.toThrow('enough');
  });

  it('closes its connection when its reader has seen enough', async () => {
    let closed = false;
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(bytes(event(1)));
      },
      cancel: () => void (closed = true),
    });
    const { desk } = deskAnswered(streamed(body));
    await positionsOf(desk.stream(), 1);
    expect(closed).toBe(true);
  });

  it('is the same for the session of a customer', async () => {
    const sent: string[] = [];
    const own = (url: string): Promise<Response> => {
      sent.push(url);
      return Promise.resolve(streamed(event(1)));
    };
    const settings = { url: 'https://acme.desk.example', token: 't' };
    const page = new CustomerDesk({ ...settings, fetch: own as unknown as typeof fetch });
    expect(await positionsOf(page.stream({ after: 0 }), 1)).toEqual([1]);
    expect(sent).toEqual(['https://acme.desk.example/api/customer/v1/events/stream?after=0']);
  });
});
