import { BoundedCache } from './bounded-cache.js';

const cacheOf = (capacity = 10) => new BoundedCache<string>({ capacity });
const found = (value: string | null) => () => Promise.resolve(value);
const mustNotLoad = () => Promise.reject(new Error('It was cached.'));

describe('a bounded cache', () => {
  it('answers the second time without loading', async () => {
    const cache = cacheOf();
    await cache.getOrLoad('a', found('1'));
    expect(await cache.getOrLoad('a', mustNotLoad)).toBe('1');
  });

  it('passes on what was not found and does not keep it', async () => {
    const cache = cacheOf();
    expect(await cache.getOrLoad('a', found(null))).toBeNull();
    expect(await cache.getOrLoad('a', found('now'))).toBe('now');
  });

  it('keeps nothing of a load that failed', async () => {
    const cache = cacheOf();
    await expect(cache.getOrLoad('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.getOrLoad('a', found('back'))).toBe('back');
  });

  it('uses no entry while entries may be outdated', async () => {
    let isTrusted = true;
    const cache = new BoundedCache<string>({ capacity: 10, isTrusted: () => isTrusted });
    await cache.getOrLoad('a', found('old'));
    isTrusted = false;
    expect(await cache.getOrLoad('a', found('new'))).toBe('new');
    expect(cache.get('a')).toBeNull();
  });

  it('forgets the least recently used entries beyond its weight', () => {
    const cache = new BoundedCache<string>({ capacity: 10, weightOf: ({ length }) => length });
    cache.set('a', 'aaaa');
    cache.set('b', 'bbbb');
    cache.get('a');
    cache.set('c', 'cccc');
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['aaaa', null, 'cccc']);
    cache.set('c', 'c');
    cache.set('d', 'ddddd');
    expect([cache.get('a'), cache.get('c'), cache.get('d')]).toEqual(['aaaa', 'c', 'ddddd']);
  });

  it('does not remember what is heavier than everything that it may hold', () => {
    const cache = new BoundedCache<string>({ capacity: 3, weightOf: ({ length }) => length });
    cache.set('a', 'aaaa');
    expect(cache.get('a')).toBeNull();
  });

  it('forgets nothing but the older value when a new one is heavier than that', () => {
    const cache = new BoundedCache<string>({ capacity: 3, weightOf: ({ length }) => length });
    for (const key of ['a', 'b']) cache.set(key, key);
    cache.set('b', 'bbbb');
    expect([cache.get('a'), cache.get('b')]).toEqual(['a', null]);
    cache.set('c', 'cc');
    expect([cache.get('a'), cache.get('c')]).toEqual(['a', 'cc']);
  });

  it('forgets the oldest entry beyond its capacity', async () => {
    const cache = cacheOf(2);
    for (const key of ['a', 'b', 'c']) await cache.getOrLoad(key, found(key));
    expect(await cache.getOrLoad('c', mustNotLoad)).toBe('c');
    expect(await cache.getOrLoad('b', mustNotLoad)).toBe('b');
    expect(await cache.getOrLoad('a', found('again'))).toBe('again');
  });

  it('forgets everything when it is cleared', async () => {
    const cache = cacheOf();
    await cache.getOrLoad('a', found('1'));
    cache.clear();
    expect(await cache.getOrLoad('a', found('2'))).toBe('2');
  });

  it('does not keep what was looked up before it was cleared', async () => {
    const cache = cacheOf();
    const slow = cache.getOrLoad('a', () => {
      cache.clear();
      return Promise.resolve('stale');
    });
    expect(await slow).toBe('stale');
    expect(await cache.getOrLoad('a', found('fresh'))).toBe('fresh');
  });

  it('asks once for what several callers want at the same moment, and again for a caller after a clear', async () => {
    const cache = cacheOf();
    const answers: ((value: string) => void)[] = [];
    const load = () => new Promise<string>((resolve) => answers.push(resolve));
    const early = [cache.getOrLoad('a', load), cache.getOrLoad('a', load)];
    cache.clear();
    const late = cache.getOrLoad('a', load);
    expect(answers).toHaveLength(2);
    answers[0]?.('old');
    answers[1]?.('new');
    expect(await Promise.all([...early, late])).toEqual(['old', 'old', 'new']);
    expect(await cache.getOrLoad('a', load)).toBe('new');
  });
});
