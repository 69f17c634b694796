import { RateLimiter } from './rate-limiter.js';
import { until } from '../../../test/support/until.js';

const LIMIT = 10;

async function hits(limiter: RateLimiter, id: string, count: number) {
  for (let index = 1; index < count; index++) await limiter.hit(id, LIMIT);
  return limiter.hit(id, LIMIT);
}

describe('counting in one process', () => {
  it('says how much is left, and counts each caller for itself', async () => {
    const limiter = new RateLimiter();
    expect(await hits(limiter, 'a', 3)).toEqual({
      limit: LIMIT,
      remaining: 7,
      resetSeconds: 60,
      isExceeded: false,
      isFirst: false,
    });
    expect(await limiter.hit('b', LIMIT)).toMatchObject({ remaining: 9, isFirst: true });
    expect(await limiter.look('a', LIMIT)).toMatchObject({ remaining: 7 });
    expect(await limiter.look('c', LIMIT)).toBeNull();
  });

  it('exceeds a limit with the request after the last one', async () => {
    const limiter = new RateLimiter();
    expect(await hits(limiter, 'a', LIMIT)).toMatchObject({ remaining: 0, isExceeded: false });
    expect(await limiter.hit('a', LIMIT)).toMatchObject({ remaining: 0, isExceeded: true });
  });
});

describe('counting several hits at once', () => {
  it('counts all of them, or none when too few are left', async () => {
    const limiter = new RateLimiter();
    await limiter.hit('a', LIMIT);
    expect(await limiter.hitSeveral('a', LIMIT, 5)).toMatchObject({ remaining: 4, isExceeded: false });
    expect(await limiter.hitSeveral('a', LIMIT, 5)).toMatchObject({ remaining: 4, isExceeded: true });
    expect(await limiter.hitSeveral('a', LIMIT, 4)).toMatchObject({ remaining: 0, isExceeded: false });
    expect([...limiter.takeUnshared()]).toEqual([['a', LIMIT]]);
  });
});

describe('counting in several processes', () => {
  it('reports each hit once, refused ones too', async () => {
    const limiter = new RateLimiter();
    await hits(limiter, 'a', LIMIT + 5);
    await limiter.hit('b', LIMIT);
    expect([...limiter.takeUnshared()]).toEqual([
      ['a', LIMIT + 5],
      ['b', 1],
    ]);
    expect(limiter.takeUnshared().size).toBe(0);
  });

  it('adds the hits since then to the count of all processes, as long as the minute lasts', async () => {
    const limiter = new RateLimiter();
    await hits(limiter, 'a', 2);
    limiter.takeUnshared();
    await hits(limiter, 'a', 3);
    await limiter.adopt({ id: 'a', hits: 6, endsInMs: 12_300 });
    expect(await limiter.look('a', LIMIT)).toMatchObject({ remaining: 1, resetSeconds: 13 });
  });

  it('ignores a count of other processes whose minute is over already', async () => {
    const limiter = new RateLimiter();
    await limiter.adopt({ id: 'a', hits: 6, endsInMs: -20 });
    await until(async () => (await limiter.look('a', LIMIT)) === null);
    expect(await limiter.hit('a', LIMIT)).toMatchObject({ remaining: 9 });
  });
});
