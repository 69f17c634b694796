import { Injectable } from '@nestjs/common';
import { DomainError, invalidRequest } from '../../kernel/errors.js';
import { Problems } from '../../kernel/problems.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import {
  EventFeedRepository,
  type FeedFilter,
  type FoundEvents,
  type NamedEvents,
} from './event-feed.repository.js';
import { LOOKED_AT } from './event-feed.sql.js';
import { EventStreams } from './event-streams.service.js';
import { actionsOf, type EventType } from './event-types.js';
import { Configuration } from '../../platform/config/configuration.js';

/** Bytes of the events in one page. A larger page is cut, but has one event at least. */
const MOST_BYTES = 1024 * 1024;

/** A client's query of the feed, with a `limit` from 1 to 500. */
export interface FeedQuery extends Pick<FeedFilter, 'after' | 'limit'> {
  /** Null for all types. */
  readonly types: readonly EventType[] | null;
  /** Whether the reader may see that there are notes: never one who shows customers what is read. */
  readonly includesNotes: boolean;
}

export interface FeedPage extends NamedEvents {
  /** The position to go on behind: no new event ever comes at or below it. */
  readonly nextAfter: number;
  /** Whether there is more now. */
  readonly hasMore: boolean;
}

/** Shows what happened in a workspace, in an order that never changes (extensions, section 17). */
@Injectable()
export class EventFeed {
  constructor(
    private readonly feed: EventFeedRepository,
    private readonly streams: EventStreams,
    private readonly configuration: Configuration,
  ) {}

  /**
   * The events behind a position. Whatever was committed before the call is there, or comes on a later page.
   * @throws cursor_expired when events behind the position are not shown any more; invalid_request when no event has reached it
   */
  async read(scope: TenantScope, query: FeedQuery): Promise<FeedPage> {
    const page = await this.page(scope, query);
    if (!page.isBehind || page.hasMore) return page;
    await this.streams.place(scope);
    return this.page(scope, query);
  }

  /** The newest position, after everything that was committed before the call has one; 0 when there is none. */
  async newest(scope: TenantScope): Promise<number> {
    await this.streams.place(scope);
    const { last } = await this.find(scope, { after: null, limit: 0, actions: null, mostBytes: 0 });
    return last;
  }

  /** The events at some positions, as far as they are kept. */
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

/** @throws cursor_expired, invalid_request */
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

/** 410: what came behind the position is too old to be shown. */
function cursorExpired(oldest: number): DomainError {
  return new DomainError(
    'gone',
    'cursor_expired',
    `Events behind this position are not shown any more. The oldest event that is shown has the position ${oldest}: ` +
      `read the tickets anew, and go on with after=${oldest - 1}.`,
  );
}

/** 422: a position that was never given, as after the database was restored to an earlier state. */
function unreached(last: number): DomainError {
  const problems = new Problems();
  problems.add('after', `must be a position that was given; the newest one is ${last}`);
  return invalidRequest(problems);
}
