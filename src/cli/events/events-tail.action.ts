import { setTimeout as sleep } from 'node:timers/promises';
import { toEventDto } from '../../events/feed/event.presenter.js';
import type { EventType } from '../../events/feed/event-types.js';
import { EventFeedService } from '../../events/feed/event-feed.service.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { CommandError, type Line, type Terminal, type JsonOption } from '../output/terminal.js';
import { printAll } from '../output/standard-output.js';
import { withWorkspace } from '../session.js';
import { readableEvent } from './event.format.js';

interface TailOptions extends JsonOption {
  readonly after?: number;
  readonly types?: readonly EventType[];
  /** The option `--no-follow` makes it false. */
  readonly follow: boolean;
}

const POLL_MS = 1_000;
const PAGE = 500;

/** Writes a line for each event until the command is interrupted or its reader has gone; with `--no-follow`, up to the newest event. */
export async function tailEvents(terminal: Terminal, subdomain: string, options: TailOptions): Promise<void> {
  await withWorkspace(terminal, subdomain, [], async ({ app, scope }) => {
    const feed = app.get(EventFeedService);
    const after = await beginning(feed, scope, options);
    const end = new AbortController();
    try {
      await printAll(terminal, lines(feed, scope, { ...options, after }, end.signal));
    } finally {
      end.abort();
    }
  });
}

/** Finds the position to begin after; null is before the oldest event. @throws CommandError for a position without an event */
async function beginning(
  feed: EventFeedService,
  scope: TenantScope,
  { after, follow }: TailOptions,
): Promise<number | null> {
  const newest = await feed.newest(scope);
  if (after === undefined) return follow ? newest : null;
  if (after <= newest) return after;
  throw new CommandError(`No event has the position ${after} yet: the newest one has ${newest}.`);
}

async function* lines(
  feed: EventFeedService,
  scope: TenantScope,
  { types, json, follow, after: begin }: Omit<TailOptions, 'after'> & { readonly after: number | null },
  signal: AbortSignal,
): AsyncGenerator<Line> {
  let after = begin;
  while (!signal.aborted) {
    const query = { after, types: types ?? null, includesNotes: true, limit: PAGE };
    const { events, actorNames, nextAfter, hasMore } = await feed.read(scope, query);
    for (const event of events.map((row) => toEventDto(row, actorNames)))
      yield json ? JSON.stringify(event) : readableEvent(event);
    after = nextAfter;
    if (hasMore) continue;
    if (!follow) return;
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
