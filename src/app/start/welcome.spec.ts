import { setTimeout as sleep } from 'node:timers/promises';
import { tellingAfter, tellNothing } from './welcome.js';

const LINE = 'Making the demo workspace ...';
const QUICK_MS = 50;

describe('a step of the start', () => {
  it('is announced once when it takes long, before it ends', async () => {
    const printed: string[] = [];
    let isTold = (): void => undefined;
    const told = new Promise<void>((resolve) => (isTold = resolve));
    const print = (text: string): void => {
      printed.push(text);
      isTold();
    };
    expect(
      await tellingAfter(0, print)(
        LINE,
        told.then(() => 'made'),
      ),
    ).toBe('made');
    expect(printed).toEqual([`  ${LINE}\n`]);
  });

  it('is not announced when it is quick, or fails', async () => {
    const printed: string[] = [];
    const tell = tellingAfter(QUICK_MS, (text) => printed.push(text));
    expect(await tell(LINE, Promise.resolve('made'))).toBe('made');
    await expect(tell(LINE, Promise.reject(new Error('No.')))).rejects.toThrow('No.');
    // No condition shows that no line is to come: its time passes here.
    await sleep(3 * QUICK_MS);
    expect(printed).toEqual([]);
  });

  it('is never announced to a program', async () => {
    const step = Promise.resolve('made');
    expect(tellNothing(LINE, step)).toBe(step);
    await step;
  });
});
