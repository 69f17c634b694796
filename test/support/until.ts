import { setImmediate as nextImmediate, setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

const EVERY_MS = 25;

/**
 * Waits until `condition` holds, checking every 25 ms. After `seconds`, which a busy machine may need, its error shows the condition
 * and what is `known` then: a sentence, or what a function finds out. A check that does not end is waited for no longer, either.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  seconds = 60,
  known?: string | (() => unknown),
): Promise<void> {
  const over = new AbortController();
  const end = performance.now() + seconds * 1_000;
  const ending = sleep(seconds * 1_000, false, { signal: over.signal }).catch(() => false);
  let checks = 0;
  try {
    while (!(await Promise.race([condition(), ending]))) {
      checks += 1;
      if (performance.now() > end) throw new Error(await notYet(condition, seconds, checks, known));
      await sleep(EVERY_MS);
    }
  } finally {
    over.abort();
  }
}

async function notYet(
  condition: () => unknown,
  seconds: number,
  checks: number,
  known: string | (() => unknown) = '',
): Promise<string> {
  const more = typeof known === 'function' ? await known() : known;
  return [
    `This did not hold within ${seconds} s, in ${checks} checks:`,
    condition.toString(),
    typeof more === 'string' ? more : inspect(more),
  ].join('\n');
}

/**
 * Looks again and again for a second, and gives what is seen when it is over. A promise about the time within which all processes hear
 * of something is tried like this: on a busy machine the last look is later, never earlier.
 */
export async function aSecondLater<Seen>(look: () => PromiseLike<Seen>): Promise<Seen> {
  const end = performance.now() + 1_000;
  for (;;) {
    const isLast = performance.now() >= end;
    const seen = await look();
    if (isLast) return seen;
    await sleep(EVERY_MS);
  }
}

/** Lets all timers run that are due, such as the limit of a test that has not waited for anything. Between two immediates they all have run. */
export async function dueTimers(): Promise<void> {
  await nextImmediate();
  await nextImmediate();
}
