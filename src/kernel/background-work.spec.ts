import { BackgroundWork } from './background-work.js';
import { Deferred } from './deferred.js';

const logged: object[] = [];
const newWork = () => new BackgroundWork({ error: (entry) => logged.push(entry) }, 'not_done');
const failing = (message: string) => () => Promise.reject(new Error(message));

describe('work in the background', () => {
  it('is done one task after the other, also behind one that fails', async () => {
    const work = newWork();
    const first = new Deferred<undefined>();
    const done: string[] = [];
    work.enqueue(async () => {
      await first.promise;
      done.push('first');
    });
    work.enqueue(failing('broken'));
    work.enqueue(async () => {
      await work.attempt(failing('a part'));
      done.push('last');
    });
    first.resolve(undefined);
    await work.stop();
    expect(done).toEqual(['first', 'last']);
    expect(logged.splice(0)).toEqual([
      { code: 'not_done', error: expect.stringContaining('broken') },
      { code: 'not_done', error: expect.stringContaining('a part') },
    ]);
  });

  it('is repeated from now on until it is stopped', async () => {
    const work = newWork();
    const thrice = new Deferred<undefined>();
    let times = 0;
    work.repeat(() => {
      times += 1;
      if (times === 3) thrice.resolve(undefined);
      return Promise.resolve();
    }, 5);
    await thrice.promise;
    await work.stop();
    expect(work.isStopped).toBe(true);
    const before = times;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(times).toBe(before);
  });
});
