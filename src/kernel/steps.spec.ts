import { readFile } from 'node:fs/promises';
import { inOneGo, Turns, type Steps } from './steps.js';

/** Takes `steps` steps of some milliseconds. */
function* work(steps: number, ms: number): Steps<string> {
  for (let step = 0; step < steps; step++) {
    for (const end = performance.now() + ms; performance.now() < end;);
    yield;
  }
  return 'done';
}

it('Work in steps lets other work run when its time is over, and its result is the same as that of work in one go.', async () => {
  let turns = 0;
  const count = setInterval(() => (turns += 1), 0);
  expect(await new Turns().do(work(20, 6))).toBe('done');
  clearInterval(count);
  // A turn is due after each step: a request has several turns, and waits for a step in each of them.
  expect(turns).toBeGreaterThanOrEqual(15);
  expect(inOneGo(work(2, 0))).toBe('done');
});

it('Work that begins when bytes come gives way to timers, too.', async () => {
  await readFile('package.json');
  let isDue = false;
  // The timer stands for those of others: it is due during the work, and must have its turn before the work ends.
  setTimeout(() => (isDue = true), 1);
  await new Turns().do(work(1, 15));
  expect(isDue).toBe(true);
});

it('Short work does not pause for other work.', async () => {
  // The clock stands still: a pause of the machine is no long work.
  performance.now = () => 1;
  let turns = 0;
  const immediate = setImmediate(() => (turns += 1));
  await new Turns().do(work(3, 0));
  expect(turns).toBe(0);
  clearImmediate(immediate);
  Reflect.deleteProperty(performance, 'now');
});
