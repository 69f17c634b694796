import { SharedLooks } from './shared-looks.js';

/** Looks that end when the test says so. */
function controlled() {
  const begun: { readonly end: (answer: number) => void; readonly fail: () => void }[] = [];
  const look = () =>
    new Promise<number>((resolve, reject) => {
      const fail = () => {
        reject(new Error('failed'));
      };
      begun.push({ end: resolve, fail });
    });
  return { begun, look };
}

describe('questions about one thing', () => {
  it('that come while a query runs share the next one, and get no older answer', async () => {
    const looks = new SharedLooks<number>();
    const { begun, look } = controlled();
    const first = looks.ask('a', look);
    const later = Array.from({ length: 50 }, () => looks.ask('a', look));
    expect(begun.length).toBe(1);
    begun[0]?.end(1);
    expect(await first).toBe(1);
    await new Promise(setImmediate);
    expect(begun.length).toBe(2);
    begun[1]?.end(2);
    expect(new Set(await Promise.all(later))).toEqual(new Set([2]));
    const another = looks.ask('a', look);
    begun[2]?.end(3);
    expect(await another).toBe(3);
  });

  it('do not wait for those about another thing', async () => {
    const looks = new SharedLooks<number>();
    const { begun, look } = controlled();
    void looks.ask('a', look);
    const other = looks.ask('b', look);
    begun[1]?.end(2);
    expect(await other).toBe(2);
  });

  it('are asked again after a failure', async () => {
    const looks = new SharedLooks<number>();
    const { begun, look } = controlled();
    const first = looks.ask('a', look);
    const second = looks.ask('a', look);
    begun[0]?.fail();
    await expect(first).rejects.toThrow('failed');
    await new Promise(setImmediate);
    begun[1]?.end(2);
    expect(await second).toBe(2);
  });
});
