import { Injectable } from '@nestjs/common';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { customerOfActor } from '../../platform/tenancy/acting-customer.js';
import { TenantDatabase } from '../../platform/tenancy/tenant-database.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { AuditAction } from '../audit-entry.js';
import type { AuditRow } from '../audit.sql.js';
import type { AuditEntry } from '../entities/audit-entry.entity.js';
import { EventStream } from '../entities/event-stream.entity.js';
import { ActingCustomers } from './acting-customers.js';
import { AT_POSITIONS, KEY_NAMES, LAST, LOCK_STREAM, PAGE, PLACE } from './event-feed.sql.js';

/** An entry of the audit trail that has a position, with the bytes of what it says. A bigint comes as a text. */
export type EventRow = Omit<AuditRow, 'requestId' | 'subjectType' | 'apiKeyName'> &
  Pick<AuditEntry, 'isSilent'> & { readonly position: string; readonly bytes: number };

/** The keys and the customers that made the changes are named once for all events. */
export interface NamedEvents {
  readonly events: readonly EventRow[];
  readonly actorNames: ReadonlyMap<string, string>;
}

/** The page also tells where the feed begins and ends at that moment. */
export interface FoundEvents extends NamedEvents {
  readonly last: number;
  /** The oldest position that the feed shows. It is one after the newest position when the feed shows no event. */
  readonly oldest: number;
  /** Whether events wait for their position. */
  readonly isBehind: boolean;
  readonly bytes: number;
}

export interface FeedFilter {
  /** The page begins after this position, or with the oldest event when it is null. */
  readonly after: number | null;
  readonly actions: readonly AuditAction[] | null;
  readonly limit: number;
  /** The page has at most the given bytes, but one event at least. */
  readonly mostBytes: number;
  readonly retentionDays: number;
}

interface Placed {
  readonly placed: number;
  /** These readers have not reached the newest position. */
  readonly behind: readonly string[];
}

type EdgeRow = Pick<FoundEvents, 'isBehind'> & { readonly last: string; readonly oldest: string };

@Injectable()
export class EventFeedRepository extends TenantRepository {
  constructor(
    database: TenantDatabase,
    private readonly acting: ActingCustomers,
  ) {
    super(database);
  }

  async page(scope: TenantScope, filter: FeedFilter): Promise<FoundEvents> {
    const { retentionDays, after, limit, actions, mostBytes } = filter;
    const values = [retentionDays, after, limit, actions, mostBytes];
    const [edge, ...rows] = await this.query<EdgeRow | EventRow>(scope, PAGE, values);
    const { last, oldest, isBehind } = edge as EdgeRow;
    const events = rows as EventRow[];
    return {
      ...{ last: Number(last), oldest: Number(oldest), isBehind, events },
      actorNames: await this.actorNames(scope, events),
      bytes: events.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  /** Tells the newest position, or 0 when there is none. */
  async last(scope: TenantScope): Promise<number> {
    return Number((await this.queryOne<Pick<EdgeRow, 'last'>>(scope, LAST))?.last ?? 0);
  }

  async add(inner: InnerScope): Promise<void> {
    await this.insertIfFree(inner, EventStream, [{ lastPosition: '0' }]);
  }

  /** Locks the stream until the unit of work ends. @returns false when the workspace has none yet */
  async lock(inner: InnerScope): Promise<boolean> {
    return (await this.query(inner, LOCK_STREAM)).length > 0;
  }

  /** Gives positions to `most` committed events at most that have none. Call it with the lock. */
  async place(inner: InnerScope, most: number): Promise<Placed> {
    const [given] = await this.query<Placed>(inner, PLACE, [most]);
    return given ?? { placed: 0, behind: [] };
  }

  async at(scope: TenantScope, positions: readonly string[]): Promise<NamedEvents> {
    const events = await this.query<EventRow>(scope, AT_POSITIONS, [positions]);
    return { events, actorNames: await this.actorNames(scope, events) };
  }

  private async actorNames(
    scope: TenantScope,
    events: readonly EventRow[],
  ): Promise<NamedEvents['actorNames']> {
    const keys = new Set(events.flatMap(({ apiKeyId }) => apiKeyId ?? []));
    const customers = new Set(events.flatMap(({ actor }) => customerOfActor(actor) ?? []));
    const [named, ofCustomers] = await Promise.all([
      keys.size === 0 ? [] : this.query<{ id: string; name: string }>(scope, KEY_NAMES, [[...keys]]),
      customers.size === 0 ? [] : this.acting.names(scope, [...customers]),
    ]);
    return new Map([...named.map(({ id, name }) => [id, name] as const), ...ofCustomers]);
  }
}
