import { SharedRounds } from './shared-rounds.js';

/** Work that ends when the test says so; each round of it has a number. */
function aRound() {
  const rounds = new SharedRounds<string, number>();
  const ends: ((error?: Error) => void)[] = [];
  const work = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const round = ends.length + 1;
      ends.push((error) => {
        if (error) reject(error);
        else resolve(round);
      });
    });
  return { join: (key = 'acme') => rounds.join(key, work), ends };
}

/** Waits until the code that waits for a promise has continued. */
const aTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a round of work', () => {
  it('is shared by all who ask while another round is under way, and begins after that', async () => {
    const { join, ends } = aRound();
    const [first, second, third] = [join(), join(), join()];
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect(await first).toBe(1);
    await aTurn();
    expect(ends).toHaveLength(2);
    ends[1]?.();
    expect(await Promise.all([second, third])).toEqual([2, 2]);
  });

  it('begins even when the one before it has failed', async () => {
    const { join, ends } = aRound();
    const [first, second] = [join(), join()];
    ends[0]?.(new Error('The database is away.'));
    await expect(first).rejects.toThrow('The database is away.');
    await aTurn();
    ends[1]?.();
    expect(await second).toBe(2);
  });

  it('is a new round for a later caller, and for another thing', async () => {
    const { join, ends } = aRound();
    const [acme, globex] = [join('acme'), join('globex')];
    for (const end of ends) end();
    expect(await Promise.all([acme, globex])).toEqual([1, 2]);
    await aTurn();
    const later = join('acme');
    ends[2]?.();
    expect(await later).toBe(3);
  });
});
