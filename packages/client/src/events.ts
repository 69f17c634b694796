import { DeskError } from './errors.js';
import { isPassing, sleep, waitBefore } from './retries.js';
import type { Data, Options } from './types.js';

/** An event of the workspace. Later versions add types: ignore those that you do not know. */
export type DeskEvent = Data<'listEvents'>['events'][number];

/** An event of the tickets of a customer. */
export type CustomerEvent = Data<'listPortalEvents'>['events'][number];

/** `after` is the position of the last event that was handled; without it they begin with the oldest that is shown. */
export type EventOptions = Options<'listEvents'> & Following;

export type CustomerEventOptions = Options<'listPortalEvents'> & Following;

interface Following {
  /** Whether to wait for what will happen; otherwise they end with what has happened. True unless stated. */
  readonly follow?: boolean | undefined;
  /** Milliseconds between two looks for new events: unless stated 1,000, and 10,000 of a customer. */
  readonly interval?: number | undefined;
}

/** A page of events, of any kind of client. */
interface EventPage<Event> {
  readonly events: readonly Event[];
  readonly next_after: number;
  readonly has_more: boolean;
}

interface Feed<Event> {
  listEvents(query: Options<'listPortalEvents'>): Promise<EventPage<Event>>;
}

const [LARGEST_PAGE, LONGEST_MS] = [500, 60_000];

/** A session of a customer has 60 requests a minute for all that its pages do. */
export const INTERVAL_OF_CUSTOMER_MS = 10_000;

/** Gives each event once, in the order of positions. While the service is away it waits; a refusal ends it. */
export async function* eventsOf<Event extends { readonly position: number }>(
  desk: Feed<Event>,
  options: CustomerEventOptions,
  usualInterval = 1_000,
): AsyncGenerator<Event, void, undefined> {
  const { follow = true, interval = usualInterval, ...query } = options;
  let after = query.after;
  let last = after ?? 0;
  for (;;) {
    const page = await patiently(
      () => desk.listEvents({ limit: LARGEST_PAGE, ...query, ...(after !== undefined && { after }) }),
      follow,
      query.signal,
    );
    for (const event of page.events) {
      if (event.position <= last) continue;
      last = event.position;
      yield event;
    }
    after = page.next_after;
    if (!page.has_more) {
      if (!follow) return;
      await sleep(interval, query.signal);
    }
  }
}

/** A follower of events retries more often than a single request, because reading changes nothing. */
export async function patiently<T>(
  ask: () => Promise<T>,
  follow: boolean,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await ask();
    } catch (error) {
      if (!follow || !(error instanceof DeskError) || !isPassing(error)) throw error;
      await sleep(waitBefore(tried, error) ?? LONGEST_MS, signal);
    }
  }
}
