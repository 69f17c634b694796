import { send } from './requests.js';
import { JSON_TYPE, type Operation } from './types.js';

/** The administration of a temporary desk, as `--ephemeral --json` prints it: `admin_url` and `admin_key`. */
export interface TestClock {
  readonly url: string;
  readonly key: string;
  /** In place of the `fetch` of the platform. */
  readonly fetch?: typeof fetch | undefined;
}

const MOVE: Operation = { method: 'PUT', path: '/admin/v1/clock', takes: JSON_TYPE };
const MOST_MS = 60_000;

/**
 * Moves the clock of a temporary desk forwards, by a duration such as `P4D` or `PT4H` or to a time, and waits until all that has passed
 * then has its event. Nothing is sent again: the clock could move twice. Gives the desk's new time.
 */
export async function advanceClock({ url, key, fetch: own }: TestClock, by: string | Date): Promise<Date> {
  const settings = {
    ...{ url: url.replace(/\/+$/, ''), key, headers: {}, retries: 0, timeout: MOST_MS },
    fetch: own ?? ((...request: Parameters<typeof fetch>) => fetch(...request)),
  };
  const body = typeof by === 'string' ? { advance: by } : { now: by.toISOString() };
  const { data } = await send(settings, { operation: MOVE, path: [], body, options: {} });
  return new Date((data as { clock: { now: string } }).clock.now);
}
