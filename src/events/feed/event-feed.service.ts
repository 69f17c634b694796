import { Injectable } from '@nestjs/common';
import { DomainError, errors, invalidAt } from '../../kernel/errors.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import {
  EventFeedRepository,
  type FeedFilter,
  type FoundEvents,
  type NamedEvents,
} from './event-feed.repository.js';
import { LOOKED_AT } from './event-feed.sql.js';
import { EventStreams } from './event-streams.job.js';
import type { AuditAction } from '../audit-entry.js';
import { actionsOf, type EventType } from './event-types.js';
import { Configuration } from '../../platform/config/configuration.js';

/** A page of events has at most this number of bytes, but one event at least. */
const MOST_BYTES = 1024 * 1024;

/** Listeners get fewer events at once, because each of them may hold these until its client has taken them. */
const HEARD_AT_ONCE = 500;
const MOST_HEARD_BYTES = 128 * 1024;

/** A client's query of the feed, with a `limit` from 1 to 500. */
export interface FeedQuery extends Pick<FeedFilter, 'after' | 'limit'> {
  readonly types: readonly EventType[] | null;
  /** True for a reader who may see that there are notes. A reader who shows customers the feed may not. */
  readonly includesNotes: boolean;
}

export interface FeedPage extends NamedEvents {
  /** The reader goes on after this position: no new event ever comes at or below it. */
  readonly nextAfter: number;
  readonly hasMore: boolean;
}

/** A listener of a stream begins here. */
export interface ListenedFrom {
  /** The first event is the next one when it is null. */
  readonly after: number | null;
  /** The client has said `after` under this name. */
  readonly named: string;
}

/** Shows what happened in a workspace, in an order that never changes [rule 17]. */
@Injectable()
export class EventFeedService {
  constructor(
    private readonly feed: EventFeedRepository,
    private readonly streams: EventStreams,
    private readonly configuration: Configuration,
  ) {}

  /** Reads the events after a position: all committed before the call, on this page or later. @throws cursor_expired, invalid_request */
  async read(scope: TenantScope, query: FeedQuery): Promise<FeedPage> {
    const page = await this.page(scope, query);
    if (!page.isBehind || page.hasMore) return page;
    await this.streams.place(scope);
    return this.page(scope, query);
  }

  /** Gives positions to all events that were committed before the call. @returns the newest one, or 0 when there is none */
  async newest(scope: TenantScope): Promise<number> {
    return (await this.edges(scope)).last;
  }

  /**
   * Finds where a reader begins that reads by statements of its own, and the newest position up to which it may read.
   * @throws cursor_expired, invalid_request as `read` does
   */
  async range(
    scope: TenantScope,
    after: number | null,
  ): Promise<{ readonly after: number; readonly last: number }> {
    const { last, oldest } = await this.edges(scope);
    const begin = after ?? oldest - 1;
    refuseOutside(begin, { last, oldest, isBehind: false });
    return { after: begin, last };
  }

  /** Finds the position after which a listener begins. @throws cursor_expired, invalid_request as `read` does */
  async listenedFrom(scope: TenantScope, { after, named }: ListenedFrom): Promise<number> {
    const { last, oldest } = await this.edges(scope);
    if (after !== null) refuseOutside(after, { last, oldest, isBehind: false }, named);
    return after ?? last;
  }

  /** Tells whether the feed has events after a position. A thorough check first gives positions to events that wait for theirs. */
  async goesOnBehind(scope: TenantScope, position: number, isThorough: boolean): Promise<boolean> {
    return (await (isThorough ? this.newest(scope) : this.feed.last(scope))) > position;
  }

  /** Reads the next events with these actions, as they have positions now. @throws cursor_expired, invalid_request */
  heard(scope: TenantScope, after: number, actions: readonly AuditAction[]): Promise<FeedPage> {
    return this.pageOf(scope, { after, actions, limit: HEARD_AT_ONCE, mostBytes: MOST_HEARD_BYTES });
  }

  private async edges(scope: TenantScope): Promise<FoundEvents> {
    await this.streams.place(scope);
    return this.find(scope, { after: null, limit: 0, actions: null, mostBytes: 0 });
  }

  at(scope: TenantScope, positions: readonly string[]): Promise<NamedEvents> {
    return this.feed.at(scope, positions);
  }

  private page(
    scope: TenantScope,
    { after, types, includesNotes, limit }: FeedQuery,
  ): Promise<FeedPage & FoundEvents> {
    const actions = types === null && includesNotes ? null : actionsOf(types, includesNotes);
    return this.pageOf(scope, { after, limit, actions, mostBytes: MOST_BYTES });
  }

  private async pageOf(
    scope: TenantScope,
    filter: Omit<FeedFilter, 'retentionDays'>,
  ): Promise<FeedPage & FoundEvents> {
    const found = await this.find(scope, filter);
    const nextAfter = nextAfterOf(filter, found);
    return { ...found, nextAfter, hasMore: nextAfter < found.last };
  }

  private find(scope: TenantScope, filter: Omit<FeedFilter, 'retentionDays'>): Promise<FoundEvents> {
    return this.feed.page(scope, { ...filter, retentionDays: this.configuration.eventRetentionDays });
  }
}

function nextAfterOf(
  { after, limit, mostBytes }: Pick<FeedFilter, 'after' | 'limit' | 'mostBytes'>,
  { events, bytes, last, oldest, isBehind }: FoundEvents,
): number {
  const begin = after ?? oldest - 1;
  refuseOutside(begin, { last, oldest, isBehind });
  const isWhole = events.length < limit && bytes < mostBytes;
  return isWhole
    ? Math.max(begin, Math.min(last, begin + LOOKED_AT))
    : Number(events.at(-1)?.position ?? begin);
}

function refuseOutside(
  begin: number,
  { last, oldest, isBehind }: Pick<FoundEvents, 'last' | 'oldest' | 'isBehind'>,
  named?: string,
): void {
  if (begin < oldest - 1) throw cursorExpired(oldest);
  if (begin > last && !isBehind) throw unreached(last, named);
}

/** Makes a 410: the events after the position are too old to be shown. */
export const cursorExpired = errors.gone(
  'cursor_expired',
  (oldest: number) =>
    `The events after this position are no longer available. The oldest available event has the position ${oldest}: ` +
    `read the tickets again, then go on with after=${oldest - 1}.`,
  4711,
);

/** Makes a 422: the position was never given, for example because the database was restored to an earlier state. */
function unreached(last: number, named = 'after'): DomainError {
  return invalidAt(named, `must not be larger than the newest position, ${last}`);
}
