import { deskAnswered, json } from '../../../test/support/fakes/replies.js';
import { CustomerDesk, GoneError } from './index.js';

const AT_ONCE = { 'retry-after': '0' };

const page = (positions: number[], next: number, hasMore = false): Response =>
  json({ events: positions.map((position) => ({ position })), next_after: next, has_more: hasMore });

async function positionsOf(events: AsyncIterable<{ position: number }>, count = Infinity): Promise<number[]> {
  const seen: number[] = [];
  for await (const { position } of events) if (seen.push(position) === count) break;
  return seen;
}

// @proves E-27-6
describe('events', () => {
  it('go on after a position, once each, until what has happened ends', async () => {
    const { desk, sent } = deskAnswered(page([4, 5], 5, true), page([5, 6], 9));
    expect(await positionsOf(desk.events({ after: 3, follow: false, types: ['ticket.created'] }))).toEqual([
      4, 5, 6,
    ]);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?limit=500&after=3&types=ticket.created',
      '?limit=500&after=5&types=ticket.created',
    ]);
  });

  it('wait for what will happen, also after events of other types', async () => {
    const { desk, sent } = deskAnswered(page([1], 1), page([], 8), page([9], 9));
    expect(await positionsOf(desk.events({ interval: 1 }), 2)).toEqual([1, 9]);
    expect(sent.map(({ url }) => new URL(url).searchParams.get('after'))).toEqual([null, '1', '8']);
  });

  it('outlast a service that is away for longer than a request waits', async () => {
    const away = Array.from({ length: 12 }, () => json({}, 503, AT_ONCE));
    const { desk } = deskAnswered(page([1], 1), ...away, page([2], 2));
    expect(await positionsOf(desk.events({ interval: 1, retries: 1 }), 2)).toEqual([1, 2]);
  });

  it('end with a refusal, and with the signal', async () => {
    const { desk } = deskAnswered(json({ code: 'cursor_expired' }, 410), page([1], 1));
    await expect(positionsOf(desk.events({ after: 1 }))).rejects.toThrow(GoneError);
    const control = new AbortController();
    const seen = positionsOf(desk.events({ signal: control.signal, interval: 10_000 }));
    setTimeout(() => {
      control.abort(new Error('enough'));
    }, 20);
    await expect(seen).rejects.toThrow('enough');
  });

  it('of a customer look for new ones every ten seconds, because the pages of a session share 60 requests a minute', async () => {
    const waits: unknown[] = [];
    const wait = globalThis.setTimeout;
    const desk = new CustomerDesk({
      url: 'https://acme.desk.example',
      token: 'desks_1',
      fetch: () => Promise.resolve(page([1], 1)),
    });
    const control = new AbortController();
    globalThis.setTimeout = ((then: () => void, milliseconds: number) => {
      waits.push(milliseconds);
      if (milliseconds === 10_000) control.abort(new Error('enough'));
      return wait(then, 0);
    }) as typeof setTimeout;
    try {
      await expect(positionsOf(desk.events({ signal: control.signal }))).rejects.toThrow('enough');
    } finally {
      globalThis.setTimeout = wait;
    }
    expect(waits).toContain(10_000);
  });
});
