import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import { isStatementTimeout } from '../../platform/database/postgres-errors.js';
import { BatchSize } from '../../platform/queue/batch-size.js';
import { DueWorkspaces } from '../../platform/queue/due-workspaces.js';
import type { WorkspaceJob } from '../../platform/queue/job.js';
import { SharedRounds } from '../../platform/queue/shared-rounds.js';
import { tenantScope, type TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { EventFeedRepository } from './event-feed.repository.js';
import { PLACED_AT_ONCE } from './event-feed.sql.js';

/** This process has written these events and not placed them yet. */
interface WaitingEvents {
  readonly count: number;
  /** The oldest one has waited since this moment of `performance.now()`. */
  readonly since: number;
}

/**
 * Gives committed events their positions in order: 1, 2, 3 and so on without gaps [rule 17] [choice 23]. As a job it does
 * so soon after this process has written some, and every ten minutes for what commands and processes that ended have written.
 */
@Injectable()
export class EventStreams implements WorkspaceJob {
  readonly failureCode = 'events_not_placed';
  readonly everyMs = 600_000;
  /** Readers, webhooks and streams wait for positions. */
  readonly retryMs = 1_000;
  private readonly due = new DueWorkspaces();
  private readonly placedListeners: ((scope: TenantScope, behind: readonly string[]) => void)[] = [];
  private readonly rounds = new SharedRounds<WorkspaceId, void>();
  private readonly written = new Map<WorkspaceId, WaitingEvents>();

  constructor(
    private readonly feed: EventFeedRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  runIn(scope: TenantScope): Promise<void> {
    return this.place(scope);
  }

  watch(due: (workspaceId: WorkspaceId) => void): void {
    this.due.listen(due);
  }

  /**
   * Gives positions to all events that are committed now. Calls share the next round: the present one may have looked too early. A round
   * has no deadline, because callers with more time share it.
   */
  place({ workspaceId }: TenantScope): Promise<void> {
    return this.rounds.join(workspaceId, () => this.placeAll(tenantScope(workspaceId)));
  }

  /** Notes events that were committed. The job places them, because a workspace may have no readers. */
  noteWritten(scope: TenantScope, events: number): void {
    const { workspaceId } = scope;
    const { count, since } = this.written.get(workspaceId) ?? { count: 0, since: performance.now() };
    this.written.set(workspaceId, { count: count + events, since });
    this.due.tell(scope);
  }

  /** Calls the listener with each workspace right after events have their positions, and with the readers that are behind there. */
  onPlaced(listener: (scope: TenantScope, behind: readonly string[]) => void): void {
    this.placedListeners.push(listener);
  }

  get waiting(): WaitingEvents | null {
    const all = [...this.written.values()];
    if (all.length === 0) return null;
    const count = all.reduce((sum, each) => sum + each.count, 0);
    return { count, since: Math.min(...all.map(({ since }) => since)) };
  }

  /** Takes fewer events at once after a statement that took too long: on a slow disk the same number would take too long again. */
  private async placeAll(scope: TenantScope): Promise<void> {
    const noted = this.written.get(scope.workspaceId);
    const size = new BatchSize(PLACED_AT_ONCE);
    for (let isMoreDue = true; isMoreDue;) {
      const asked = size.next;
      const step = { isLocked: false };
      try {
        isMoreDue = (await this.placeSome(scope, asked, step)) >= asked;
        size.succeed();
      } catch (error) {
        // A wait for the lock would be as long for fewer events.
        const isTooMany = step.isLocked && isStatementTimeout((error as Error).cause);
        if (!isTooMany || size.fail(asked)) throw error;
      }
    }
    this.forget(scope.workspaceId, noted);
  }

  /** Places `most` events at most. @returns how many it has looked at */
  private async placeSome(scope: TenantScope, most: number, step: { isLocked: boolean }): Promise<number> {
    const given = await this.unitOfWork.run(scope, async (inner) => {
      step.isLocked = await this.feed.lock(inner);
      if (step.isLocked) return this.feed.place(inner, most);
      await this.feed.add(inner);
      return null;
    });
    if (given === null) return most;
    const { placed, behind } = given;
    if (placed + behind.length > 0) for (const listener of this.placedListeners) listener(scope, behind);
    return placed;
  }

  private forget(workspaceId: WorkspaceId, noted: WaitingEvents | undefined): void {
    const now = this.written.get(workspaceId);
    if (!noted || !now) return;
    const count = now.count - noted.count;
    if (count > 0) this.written.set(workspaceId, { count, since: performance.now() });
    else this.written.delete(workspaceId);
  }
}
