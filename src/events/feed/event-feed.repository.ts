import { Injectable } from '@nestjs/common';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { AuditAction } from '../audit-entry.js';
import type { AuditRow } from '../audit.sql.js';
import { ADD_STREAM, LOCK_STREAM, PAGE, PLACE, RETIRE } from './event-feed.sql.js';

/** An entry of the audit trail that has a position. */
export type EventRow = Omit<AuditRow, 'requestId' | 'ticketNumber'> & {
  readonly position: number;
  /** Null unless the event is about one ticket. */
  readonly ticketNumber: number | null;
  readonly isSilent: boolean;
  /** Of what it says. */
  readonly bytes: number;
};

/** Where the feed ends and begins at the moment of a read. */
export interface FeedEdges {
  /** The newest position; 0 when there is none. */
  readonly last: number;
  /** The oldest one that is shown; behind the newest when none is. */
  readonly oldest: number;
  /** Whether events wait for their position. */
  readonly isBehind: boolean;
}

/** A page as it was found. `found` counts also the events that were too large for it. */
export type FoundEvents = FeedEdges & { readonly found: number; readonly events: readonly EventRow[] };

/** What a page holds. */
export interface FeedFilter {
  /** Events behind this position; null for the oldest ones. */
  readonly after: number | null;
  /** Null for all. */
  readonly actions: readonly AuditAction[] | null;
  readonly limit: number;
}

type Row = FeedEdges & ((EventRow & { readonly found: number }) | { readonly position: null });

/** The rows of the feed of events. */
@Injectable()
export class EventFeedRepository extends TenantRepository {
  /** The first events that meet the filter, of at most `mostBytes` together, but one at least. */
  async page(
    scope: TenantScope,
    { after, limit, actions }: FeedFilter,
    { retentionDays, mostBytes }: { readonly retentionDays: number; readonly mostBytes: number },
  ): Promise<FoundEvents> {
    const rows = await this.query<Row>(scope, PAGE, [retentionDays, after, limit, actions, mostBytes]);
    const [first] = rows;
    if (!first) throw new Error('A page of the feed has no row.');
    const { last, oldest, isBehind } = first;
    const events = rows.filter((row) => row.position !== null);
    return { last, oldest, isBehind, found: events[0]?.found ?? 0, events };
  }

  /** Adds the row that the other statements lock, unless there is one. */
  async add(inner: InnerScope): Promise<void> {
    await this.query(inner, ADD_STREAM);
  }

  /**
   * Locks the stream until the unit of work ends: positions are given, and the beginning is moved, by one at a time.
   * @returns false when the workspace has no stream yet
   */
  async lock(inner: InnerScope): Promise<boolean> {
    return (await this.query(inner, LOCK_STREAM)).length > 0;
  }

  /**
   * Gives positions to committed events that have none. Call it with the lock.
   * @returns how many waited; there may be more when it is `PLACED_AT_ONCE`
   */
  async place(inner: InnerScope): Promise<number> {
    const [given] = await this.query<{ placed: number }>(inner, PLACE);
    return given?.placed ?? 0;
  }

  /** Raises the beginning of the feed to the first event that is not too old. Call it with the lock. */
  async retire(inner: InnerScope, retentionDays: number): Promise<void> {
    await this.query(inner, RETIRE, [retentionDays]);
  }
}
