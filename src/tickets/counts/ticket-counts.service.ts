import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { TagCountsRepository } from './tag-counts.repository.js';
import { TicketCountsRepository } from './ticket-counts.repository.js';

/** This many waiting changes make a list noticeably slower. */
const MANY_CHANGES = 200;

/**
 * The counts behind pages, totals and tags (decision 10). Triggers note a change for each written ticket, and readers add the noted
 * changes to the counts, so totals are always exact. Folding the changes into the counts keeps reading fast.
 */
@Injectable()
export class TicketCounts {
  private readonly listeners: ((scope: TenantScope) => void)[] = [];
  /** How many tickets this process has written since it last called the listeners. */
  private readonly written = new Map<WorkspaceId, number>();

  constructor(
    private readonly counts: TicketCountsRepository,
    private readonly tags: TagCountsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Folds all changes of the workspace into its counts, unless another process is doing that. Call it after writing many
   * tickets, outside a unit of work. Skipping or interrupting it only makes lists slower.
   */
  async settle(scope: TenantScope): Promise<void> {
    let isSettled = false;
    while (!isSettled) isSettled = await this.unitOfWork.runOnSnapshot(scope, (inner) => this.step(inner));
  }

  /**
   * A reader found this many waiting changes, or counted all tickets (null). When they are many, the listeners are called, and
   * fold them.
   */
  noteWaiting(scope: TenantScope, changes: number | null): void {
    if (changes !== null && changes < MANY_CHANGES) return;
    for (const listener of this.listeners) listener(scope);
  }

  /** A ticket was written. After many of them the listeners are called, because a workspace may have no readers. */
  noteWritten(scope: TenantScope): void {
    const written = (this.written.get(scope.workspaceId) ?? 0) + 1;
    if (written < MANY_CHANGES) {
      this.written.set(scope.workspaceId, written);
      return;
    }
    this.written.delete(scope.workspaceId);
    this.noteWaiting(scope, written);
  }

  /** Calls the listener with each workspace whose counts should be settled. */
  onWaiting(listener: (scope: TenantScope) => void): void {
    this.listeners.push(listener);
  }

  /** @returns whether nothing is left to fold */
  private async step(inner: InnerScope): Promise<boolean> {
    const isCounted = await this.counts.lock(inner);
    if (isCounted === null) return !(await this.counts.add(inner));
    if (!isCounted) await this.counts.countAll(inner);
    const isAll = await this.counts.fold(inner);
    await this.counts.split(inner);
    const areTagsAll = await this.tags.fold(inner);
    return isAll && areTagsAll;
  }
}
