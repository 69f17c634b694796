import { askHost } from '../host/client.js';

/** Does the work a minute later, for everything in the host that looks at the clock. */
export function aMinuteLater<Result>(work: () => Promise<Result>): Promise<Result> {
  return later(60_000, work);
}

/** The same, this many milliseconds later. */
export async function later<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  await askHost('/clock', ms);
  return work().finally(() => askHost('/clock', 0));
}
