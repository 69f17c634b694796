import { Injectable } from '@nestjs/common';
import type { ApiKeyId } from '../../kernel/ids.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { AuditAction } from '../audit-entry.js';
import type { AuditRow } from '../audit.sql.js';
import { ADD_STREAM, AT_POSITIONS, KEY_NAMES, LOCK_STREAM, PAGE, PLACE } from './event-feed.sql.js';

/** An entry of the audit trail that has a position. */
export type EventRow = Omit<AuditRow, 'requestId' | 'subjectType' | 'apiKeyName'> & {
  /** A whole number: a bigint comes as a text. */
  readonly position: string;
  readonly isSilent: boolean;
  /** Of what it says. */
  readonly bytes: number;
};

/** The names of the keys that made the changes of a page. */
export type KeyNames = ReadonlyMap<ApiKeyId | null, string>;

/** Where the feed ends and begins at the moment of a read. */
export interface FeedEdges {
  /** The newest position; 0 when there is none. */
  readonly last: number;
  /** The oldest one that is shown; behind the newest when none is. */
  readonly oldest: number;
  /** Whether events wait for their position. */
  readonly isBehind: boolean;
}

/** A page as it was found. */
export type FoundEvents = FeedEdges & {
  readonly events: readonly EventRow[];
  readonly keyNames: KeyNames;
  /** Of what its events say, together. */
  readonly bytes: number;
};

/** What a page holds. */
export interface FeedFilter {
  /** Events behind this position; null for the oldest ones. */
  readonly after: number | null;
  /** Null for all. */
  readonly actions: readonly AuditAction[] | null;
  readonly limit: number;
}

/** What a round of giving positions did. */
export interface Placed {
  readonly placed: number;
  /** The readers who have not come to the newest position. */
  readonly behind: readonly string[];
}

/** Events that were asked for one by one. */
export interface EventsAt {
  readonly events: readonly EventRow[];
  readonly keyNames: KeyNames;
}

interface EdgeRow {
  readonly last: string;
  readonly oldest: string;
  readonly isBehind: boolean;
}

/** The rows of the feed of events. */
@Injectable()
export class EventFeedRepository extends TenantRepository {
  /** The first events that meet the filter, of at most `mostBytes` together, but one at least. */
  async page(
    scope: TenantScope,
    { after, limit, actions }: FeedFilter,
    { retentionDays, mostBytes }: { readonly retentionDays: number; readonly mostBytes: number },
  ): Promise<FoundEvents> {
    const values = [retentionDays, after, limit, actions, mostBytes];
    const [edge, ...rows] = await this.query<EdgeRow | EventRow>(scope, PAGE, values);
    const { last, oldest, isBehind } = edge as EdgeRow;
    const events = rows as EventRow[];
    return {
      ...{ last: Number(last), oldest: Number(oldest), isBehind, events },
      keyNames: await this.keyNames(scope, events),
      bytes: events.reduce((sum, { bytes }) => sum + bytes, 0),
    };
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
   * @returns how many waited, more of which there may be when these are `PLACED_AT_ONCE`
   */
  async place(inner: InnerScope): Promise<Placed> {
    const [given] = await this.query<Placed>(inner, PLACE);
    return given ?? { placed: 0, behind: [] };
  }

  /** The events at some positions, with the names of their keys. What is not kept any more is not there. */
  async at(scope: TenantScope, positions: readonly string[]): Promise<EventsAt> {
    const events = await this.query<EventRow>(scope, AT_POSITIONS, [positions]);
    return { events, keyNames: await this.keyNames(scope, events) };
  }

  /** The names of the keys that made the changes. */
  private async keyNames(scope: TenantScope, events: readonly EventRow[]): Promise<KeyNames> {
    const ids = new Set(events.map(({ apiKeyId }) => apiKeyId));
    ids.delete(null);
    if (ids.size === 0) return new Map();
    const keys = await this.query<{ id: ApiKeyId; name: string }>(scope, KEY_NAMES, [[...ids]]);
    return new Map(keys.map(({ id, name }) => [id, name]));
  }
}
