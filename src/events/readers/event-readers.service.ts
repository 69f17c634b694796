import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import { tenantStatement, type Statement } from '../../platform/tenancy/statement.js';
import { TenantDatabase } from '../../platform/tenancy/tenant-database.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { LOOKED_UP_ONE_BY_ONE } from '../feed/event-feed.sql.js';
import { EventStreams } from '../feed/event-streams.service.js';

/** How many events a reader gets at once. */
export const READ_AT_ONCE = 2_000;

/** A part of the feed: the events behind one position, up to another one. */
export interface EventRange {
  /** A whole number: a bigint comes as a text. */
  readonly after: string;
  readonly until: string;
}

/** Reader $2 reads what is behind position $3; when that is null, behind the newest one, unless it reads already. */
const BEGIN = tenantStatement(
  'event_readers.begin',
  `INSERT INTO event_readers AS r (workspace_id, reader, position)
   SELECT $1::uuid, $2::text, coalesce($3::bigint, s.last_position, 0)
   FROM (VALUES (1)) always LEFT JOIN event_streams s ON s.workspace_id = $1
   ON CONFLICT (workspace_id, reader) DO UPDATE SET position = coalesce($3::bigint, r.position)
   RETURNING coalesce((SELECT last_position FROM event_streams WHERE workspace_id = $1), 0) AS newest`,
);

const END = tenantStatement(
  'event_readers.end',
  'DELETE FROM event_readers WHERE workspace_id = $1 AND reader = $2',
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

/** Keeps for each reader of events how far it has come (decision 23). */
@Injectable()
export class EventReaders extends TenantRepository {
  constructor(
    database: TenantDatabase,
    private readonly streams: EventStreams,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super(database);
  }

  /**
   * Has a reader read a workspace: behind `after`, or what happens from now on. Without `after`, one that reads already goes on.
   * @returns the newest position
   */
  async begin(inner: InnerScope, reader: string, after: number | null): Promise<string> {
    const [begun] = await this.query<{ newest: string }>(inner, BEGIN, [reader, after]);
    return begun?.newest ?? '0';
  }

  async end(inner: InnerScope, reader: string): Promise<void> {
    await this.query(inner, END, [reader]);
  }

  /**
   * Hands the next events to `read`, which writes in the transaction that moves the reader over them.
   * @returns null when it has read all, or does not read this workspace
   */
  next<Result>(
    scope: TenantScope,
    reader: string,
    read: (inner: InnerScope, range: EventRange) => Promise<Result>,
  ): Promise<Result | null> {
    return this.unitOfWork.run(scope, async (inner) => {
      const [range] = await this.query<EventRange>(inner, TAKE, [reader]);
      return range ? read(inner, range) : null;
    });
  }

  /** Runs a statement of a reader, with the ends of the range as $2 and $3. */
  write<Row>(inner: InnerScope, statement: Statement, { after, until }: EventRange): Promise<Row[]> {
    return this.query<Row>(inner, statement, [after, until]);
  }

  /** Calls the listener with each workspace that has events for a reader. */
  onPlaced(reader: string, listener: (workspaceId: WorkspaceId) => void): void {
    this.streams.onPlaced(({ workspaceId }, behind) => {
      if (behind.includes(reader)) listener(workspaceId);
    });
  }
}
