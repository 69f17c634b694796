import { askHost } from '../host/client.js';

/** Does the work a minute later, for everything in the host that looks at the clock. */
export async function aMinuteLater(work: () => Promise<void>): Promise<void> {
  await askHost('/clock', 60_000);
  await work().finally(() => askHost('/clock', 0));
}
