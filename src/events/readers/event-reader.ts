import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import { DueWorkspaces } from '../../platform/queue/due-workspaces.js';
import { isOfRow } from '../../platform/database/postgres-errors.js';
import { BatchSize } from '../../platform/queue/batch-size.js';
import { FailedWork } from '../../platform/queue/failed-work.js';
import type { WorkspaceJob } from '../../platform/queue/job.js';
import { tenantStatement } from '../../platform/tenancy/statement.js';
import { TenantDatabase } from '../../platform/tenancy/tenant-database.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { EventReaderPosition } from '../entities/event-stream.entity.js';
import { LOOKED_UP_ONE_BY_ONE } from '../feed/event-feed.sql.js';
import { EventStreams } from '../feed/event-streams.job.js';

/** A reader gets at most this number of events at once. */
export const READ_AT_ONCE = 2_000;

/** The range holds the events after one position, up to another one. A bigint comes as a text. */
export interface EventRange {
  readonly after: string;
  readonly until: string;
}

/** Lets reader $2 begin at the newest position, unless it reads already, and locks its row. Citus takes no sub-select in RETURNING. */
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

/**
 * Moves reader $2 over the next events, at most $3. The row stays locked, so that each event is read once. A workspace has no stream before its first
 * event has a position.
 */
const TAKE = tenantStatement(
  'event_readers.take',
  `WITH reader AS MATERIALIZED (
     SELECT position AS after, ${LOOKED_UP_ONE_BY_ONE}
     FROM event_readers WHERE workspace_id = $1 AND reader = $2 FOR NO KEY UPDATE
   ), range AS (
     SELECT after, least(after + $3::integer, coalesce((SELECT last_position FROM event_streams WHERE workspace_id = $1), 0)) AS until
     FROM reader
   )
   UPDATE event_readers r SET position = range.until
   FROM range WHERE r.workspace_id = $1 AND r.reader = $2 AND range.until > range.after
   RETURNING range.after, range.until`,
);

/** Locks the row of reader $2, so that nobody reads for it until the transaction ends. */
const HOLD = tenantStatement(
  'event_readers.hold',
  `SELECT position, ${LOOKED_UP_ONE_BY_ONE} FROM event_readers
   WHERE workspace_id = $1 AND reader = $2 FOR NO KEY UPDATE`,
);

const ID_AT = tenantStatement(
  'event_readers.id_at',
  'SELECT id FROM audit_entries WHERE workspace_id = $1 AND position = $2::bigint',
);

/** Gets the events of the workspaces in which it has begun, in order and each once, as soon as they have positions [choice 23]. */
@Injectable()
export abstract class EventReader extends TenantRepository implements WorkspaceJob {
  abstract readonly reader: string;
  readonly retryMs = 10_000;
  /** In these workspaces the reader has made work to be done soon. */
  readonly due = new DueWorkspaces();

  constructor(
    database: TenantDatabase,
    private readonly streams: EventStreams,
    protected readonly unitOfWork: UnitOfWork,
    private readonly failedWork: FailedWork,
  ) {
    super(database);
  }

  get failureCode(): string {
    return `${this.reader}_not_read`;
  }

  /** Begins to read a workspace after `after`; without it from now on, or where it reads already. @returns the newest position */
  async begin(inner: InnerScope, after: number | null = null): Promise<string> {
    const [begun] = await this.query<{ newest: string }>(inner, BEGIN, [this.reader]);
    if (after !== null) await this.goTo(inner, String(after));
    return begun?.newest ?? '0';
  }

  /** Keeps others from reading for it until the unit of work ends. @returns its position; null when it has not begun */
  async hold(inner: InnerScope): Promise<string | null> {
    return (await this.queryOne<{ position: string }>(inner, HOLD, [this.reader]))?.position ?? null;
  }

  /** Lets the reader continue after a position. It must be held, or be reading. */
  async goTo(inner: InnerScope, position: string): Promise<void> {
    await this.update(inner, EventReaderPosition, { reader: this.reader }, { position });
  }

  async end(inner: InnerScope): Promise<void> {
    await this.delete(inner, EventReaderPosition, { reader: this.reader });
  }

  watch(due: (workspaceId: WorkspaceId) => void): void {
    this.streams.onPlaced(({ workspaceId }, behind) => {
      if (this.isDue(behind)) due(workspaceId);
    });
  }

  /** Tells whether it has to read a workspace where these readers are behind. */
  protected isDue(behind: readonly string[]): boolean {
    return behind.includes(this.reader);
  }

  /**
   * Reads what is new in a workspace: in each transaction it moves over some events and writes what they mean. An event that cannot be
   * read is skipped, so that it does not block the others. While the database is away, nothing is skipped.
   */
  async runIn(scope: TenantScope, signal: AbortSignal): Promise<void> {
    const size = new BatchSize(READ_AT_ONCE);
    while (!signal.aborted) if (!(await this.readSome(scope, size))) return;
  }

  /** Moves over some events, and writes what they mean. @returns null when there were none; otherwise whether that made work to be done soon */
  async step(inner: InnerScope): Promise<boolean | null> {
    const range = await this.take(inner, READ_AT_ONCE);
    return range && this.read(inner, range);
  }

  /** @returns false when nothing is left to read */
  private async readSome(scope: TenantScope, size: BatchSize): Promise<boolean> {
    const taken: { range: EventRange | null } = { range: null };
    try {
      const hasWork = await this.unitOfWork.run(scope, async (inner) => {
        taken.range = await this.take(inner, size.next);
        return taken.range && this.read(inner, taken.range);
      });
      if (hasWork === true) this.due.tell(scope);
      size.succeed();
      return hasWork !== null;
    } catch (error) {
      const { range } = taken;
      if (range === null || !isOfRow(error)) throw error;
      if (size.fail(Number(range.until) - Number(range.after))) await this.passOver(scope, range, error);
      return true;
    }
  }

  private async take(inner: InnerScope, most: number): Promise<EventRange | null> {
    return (await this.query<EventRange>(inner, TAKE, [this.reader, most]))[0] ?? null;
  }

  /** Skips an event, unless another process has read it meanwhile. */
  private async passOver(scope: TenantScope, { after, until }: EventRange, error: unknown): Promise<void> {
    const event = await this.unitOfWork.run(scope, async (inner) => {
      if ((await this.hold(inner)) !== after) return null;
      await this.goTo(inner, until);
      return (await this.query<{ id: string }>(inner, ID_AT, [until]))[0] ?? null;
    });
    if (event === null) return;
    const about = { reader: this.reader, workspaceId: scope.workspaceId, event: event.id, position: until };
    this.failedWork.note('event_passed_over', about, error);
  }

  /** Reads everything that was written before the call, or as much as it can before `signal` is aborted. */
  async catchUp(scope: TenantScope, signal: AbortSignal): Promise<void> {
    await this.streams.place(scope);
    await this.runIn(scope, signal);
  }

  /** Writes rows of its own tables for the events. @returns whether that made work to be done soon */
  protected abstract read(inner: InnerScope, range: EventRange): Promise<boolean>;
}
