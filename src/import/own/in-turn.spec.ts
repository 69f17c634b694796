import { setImmediate } from 'node:timers/promises';
import { inTurn } from './in-turn.js';

async function* upTo(last: number, log: string[], failsAt?: number): AsyncGenerator<number> {
  for (let item = 1; item <= last; item++) {
    await setImmediate();
    if (item === failsAt) throw new Error('source');
    log.push(`made ${item}`);
    yield item;
  }
}

describe('work in turn', () => {
  it('is done one by one, while the next item is being made', async () => {
    const log: string[] = [];
    await inTurn(upTo(3, log), async (item) => {
      log.push(`began ${item}`);
      for (let turn = 0; turn < 3; turn++) await setImmediate();
      log.push(`ended ${item}`);
    });
    expect(log).toEqual([
      'made 1', 'began 1', 'made 2', 'ended 1', 'began 2', 'made 3', 'ended 2', 'began 3', 'ended 3',
    ]); // prettier-ignore
  });

  it('stops at the first failure of the work', async () => {
    const log: string[] = [];
    const work = async (item: number): Promise<void> => {
      await setImmediate();
      if (item === 2) throw new Error('work');
      log.push(`ended ${item}`);
    };
    await expect(inTurn(upTo(9, log), work)).rejects.toThrow('work');
    expect(log.filter((entry) => entry.startsWith('ended'))).toEqual(['ended 1']);
    expect(log).not.toContain('made 5');
  });

  it('finishes the work under way when the source fails', async () => {
    const log: string[] = [];
    const work = async (item: number): Promise<void> => {
      for (let turn = 0; turn < 5; turn++) await setImmediate();
      log.push(`ended ${item}`);
    };
    await expect(inTurn(upTo(3, log, 3), work)).rejects.toThrow('source');
    expect(log.at(-1)).toBe('ended 2');
  });
});
