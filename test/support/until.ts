import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `condition` holds, looking every 25 ms; throws when it still does not after `seconds`. */
export async function until(condition: () => boolean | Promise<boolean>, seconds = 5): Promise<void> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(25)) {
    if (await condition()) return;
  }
  throw new Error('It did not happen.');
}
