import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `condition` holds, checking every 25 ms. Throws when it still does not hold after `seconds`, which a busy machine may need. */
export async function until(condition: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('It did not happen.');
    await sleep(25);
  }
}
