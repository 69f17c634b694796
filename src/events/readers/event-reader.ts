import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import type { WorkspaceJob } from '../../platform/queue/job.js';
import { tenantStatement, type Statement } from '../../platform/tenancy/statement.js';
import { TenantDatabase } from '../../platform/tenancy/tenant-database.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { EventReaderPosition } from '../entities/event-reader-position.entity.js';
import { LOOKED_UP_ONE_BY_ONE } from '../feed/event-feed.sql.js';
import { EventStreams } from '../feed/event-streams.service.js';

/** A reader gets so many events at once. */
export const READ_AT_ONCE = 2_000;

/** A part of the feed: the events behind one position, up to another one. A bigint comes as a text. */
export interface EventRange {
  readonly after: string;
  readonly until: string;
}

/**
 * Has reader $2 read what is behind the newest position, unless it reads already, and locks its row. Citus takes no sub-select where rows
 * are returned, so the newest position is read first.
 */
const BEGIN = tenantStatement(
  'event_readers.begin',
  `WITH newest AS MATERIALIZED (
     SELECT coalesce(max(last_position), 0) AS position FROM event_streams WHERE workspace_id = $1
   ), begun AS (
     INSERT INTO event_readers AS r (workspace_id, reader, position) SELECT $1::uuid, $2::text, position FROM newest
     ON CONFLICT (workspace_id, reader) DO UPDATE SET position = r.position
   )
   SELECT position AS newest FROM newest`,
);

/** Moves reader $2 over the next events. The row stays locked, so that each event is read once. */
const TAKE = tenantStatement(
  'event_readers.take',
  `WITH reader AS MATERIALIZED (
     SELECT position AS after, ${LOOKED_UP_ONE_BY_ONE}
     FROM event_readers WHERE workspace_id = $1 AND reader = $2 FOR NO KEY UPDATE
   ), range AS (
     SELECT after, least(after + ${READ_AT_ONCE}, (SELECT last_position FROM event_streams WHERE workspace_id = $1)) AS until
     FROM reader
   )
   UPDATE event_readers r SET position = range.until
   FROM range WHERE r.workspace_id = $1 AND r.reader = $2 AND range.until > range.after
   RETURNING range.after, range.until`,
);

/**
 * A reader of what happened: it gets the events of a workspace in their order, each once, as soon as they have positions (decision 23).
 * It reads the workspaces in which it has begun; the others cost it nothing.
 */
@Injectable()
export abstract class EventReader extends TenantRepository implements WorkspaceJob {
  /** Its name in the database. */
  abstract readonly reader: string;
  readonly retryMs = 10_000;
  private readonly listeners: ((workspaceId: WorkspaceId) => void)[] = [];

  constructor(
    database: TenantDatabase,
    private readonly streams: EventStreams,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super(database);
  }

  get failureCode(): string {
    return `${this.reader}_not_read`;
  }

  /**
   * Begins to read a workspace: behind the position `after`, as 0 to read all anew. Without `after` it reads what happens from now on, or
   * goes on where it reads already.
   * @returns the newest position
   */
  async begin(inner: InnerScope, after: number | null = null): Promise<string> {
    const [begun] = await this.query<{ newest: string }>(inner, BEGIN, [this.reader]);
    if (after !== null)
      await this.update(inner, EventReaderPosition, { reader: this.reader }, { position: String(after) });
    return begun?.newest ?? '0';
  }

  /** Stops to read a workspace. */
  async end(inner: InnerScope): Promise<void> {
    await this.delete(inner, EventReaderPosition, { reader: this.reader });
  }

  watch(due: (workspaceId: WorkspaceId) => void): void {
    this.streams.onPlaced(({ workspaceId }, behind) => {
      if (behind.includes(this.reader)) due(workspaceId);
    });
  }

  /** Reads what is new in a workspace: in each transaction it moves over some events and writes what they mean. */
  async runIn(scope: TenantScope, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const hasWork = await this.unitOfWork.run(scope, async (inner) => {
        const [range] = await this.query<EventRange>(inner, TAKE, [this.reader]);
        return range ? this.read(inner, range) : null;
      });
      if (hasWork === null) return;
      if (hasWork) for (const listener of this.listeners) listener(scope.workspaceId);
    }
  }

  /** Calls the listener with each workspace where the reader has made work that somebody waits for. */
  onWork(listener: (workspaceId: WorkspaceId) => void): void {
    this.listeners.push(listener);
  }

  /**
   * Writes what events mean to this reader, in its own tables.
   * @returns whether that is work to be done soon
   */
  protected abstract read(inner: InnerScope, range: EventRange): Promise<boolean>;

  /** Runs a statement with the ends of the range as $2 and $3. */
  protected write<Row>(
    inner: InnerScope,
    statement: Statement,
    { after, until }: EventRange,
  ): Promise<Row[]> {
    return this.query<Row>(inner, statement, [after, until]);
  }
}
