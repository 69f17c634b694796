import { Injectable } from '@nestjs/common';
import { DomainError, errors, invalidRequest, Problems } from '../../kernel/errors.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import {
  EventFeedRepository,
  type FeedFilter,
  type FoundEvents,
  type NamedEvents,
} from './event-feed.repository.js';
import { LOOKED_AT } from './event-feed.sql.js';
import { EventStreams } from './event-streams.job.js';
import { actionsOf, type EventType } from './event-types.js';
import { Configuration } from '../../platform/config/configuration.js';

/** A page of events has at most this number of bytes, but one event at least. */
const MOST_BYTES = 1024 * 1024;

/** A client's query of the feed, with a `limit` from 1 to 500. */
export interface FeedQuery extends Pick<FeedFilter, 'after' | 'limit'> {
  readonly types: readonly EventType[] | null;
  /** True for a reader who may see that there are notes. A reader who shows customers the feed may not. */
  readonly includesNotes: boolean;
}

interface FeedPage extends NamedEvents {
  /** The reader goes on behind this position: no new event ever comes at or below it. */
  readonly nextAfter: number;
  readonly hasMore: boolean;
}

/** Shows what happened in a workspace, in an order that never changes [rule 17]. */
@Injectable()
export class EventFeedService {
  constructor(
    private readonly feed: EventFeedRepository,
    private readonly streams: EventStreams,
    private readonly configuration: Configuration,
  ) {}

  /** Reads the events behind a position: all committed before the call, on this page or later. @throws cursor_expired, invalid_request */
  async read(scope: TenantScope, query: FeedQuery): Promise<FeedPage> {
    const page = await this.page(scope, query);
    if (!page.isBehind || page.hasMore) return page;
    await this.streams.place(scope);
    return this.page(scope, query);
  }

  /** Gives positions to all events that were committed before the call. @returns the newest one, or 0 when there is none */
  async newest(scope: TenantScope): Promise<number> {
    await this.streams.place(scope);
    const { last } = await this.find(scope, { after: null, limit: 0, actions: null, mostBytes: 0 });
    return last;
  }

  at(scope: TenantScope, positions: readonly string[]): Promise<NamedEvents> {
    return this.feed.at(scope, positions);
  }

  private async page(scope: TenantScope, query: FeedQuery): Promise<FeedPage & FoundEvents> {
    const { after, types, includesNotes, limit } = query;
    const actions = types === null && includesNotes ? null : actionsOf(types, includesNotes);
    const found = await this.find(scope, { after, limit, actions, mostBytes: MOST_BYTES });
    const nextAfter = nextAfterOf(query, found);
    return { ...found, nextAfter, hasMore: nextAfter < found.last };
  }

  private find(scope: TenantScope, filter: Omit<FeedFilter, 'retentionDays'>): Promise<FoundEvents> {
    return this.feed.page(scope, { ...filter, retentionDays: this.configuration.eventRetentionDays });
  }
}

function nextAfterOf(
  { after, limit }: FeedQuery,
  { events, bytes, last, oldest, isBehind }: FoundEvents,
): number {
  const begin = after ?? oldest - 1;
  if (begin < oldest - 1) throw cursorExpired(oldest);
  if (begin > last && !isBehind) throw unreached(last);
  const isWhole = events.length < limit && bytes < MOST_BYTES;
  return isWhole
    ? Math.max(begin, Math.min(last, begin + LOOKED_AT))
    : Number(events.at(-1)?.position ?? begin);
}

/** Makes a 410: the events behind the position are too old to be shown. */
export const cursorExpired = errors.gone(
  'cursor_expired',
  (oldest: number) =>
    `The events after this position are no longer available. The oldest available event has the position ${oldest}: ` +
    `read the tickets again, then go on with after=${oldest - 1}.`,
  4711,
);

/** Makes a 422: the position was never given, for example because the database was restored to an earlier state. */
function unreached(last: number): DomainError {
  const problems = new Problems();
  problems.add('after', `must not be larger than the newest position, ${last}`);
  return invalidRequest(problems);
}
