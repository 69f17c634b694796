import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../kernel/ids.js';
import type { InnerScope, TenantScope } from '../tenancy/tenant-scope.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import { TicketCountRepository } from './ticket-count.repository.js';

/** So many changes make a list noticeably slower. */
const MANY_CHANGES = 200;

/**
 * The counts behind pages and totals (decision 10). Totals are exact without any of this, as whatever writes tickets leaves
 * changes that readers add to the counts; folding the changes in keeps reading cheap.
 */
@Injectable()
export class TicketCounts {
  private readonly listeners: ((scope: TenantScope) => void)[] = [];
  /** Tickets that this process has written since it last told the listeners. */
  private readonly written = new Map<WorkspaceId, number>();

  constructor(
    private readonly counts: TicketCountRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Folds all changes of the workspace into its counts, unless somebody else is at it. To be called after many tickets were
   * written, outside of a unit of work; to leave it out, or to be interrupted, costs time later and nothing else.
   */
  async settle(scope: TenantScope): Promise<void> {
    let isSettled = false;
    while (!isSettled) isSettled = await this.unitOfWork.run(scope, (inner) => this.step(inner));
  }

  /**
   * Tells that a reader met so many changes, or, with null, had to count; when they are many, somebody who listens will fold
   * them.
   */
  noteWaiting(scope: TenantScope, changes: number | null): void {
    if (changes !== null && changes < MANY_CHANGES) return;
    for (const listener of this.listeners) listener(scope);
  }

  /** Tells that a ticket was written, so that changes do not pile up where nobody reads. */
  noteWritten(scope: TenantScope): void {
    const written = (this.written.get(scope.workspaceId) ?? 0) + 1;
    if (written < MANY_CHANGES) {
      this.written.set(scope.workspaceId, written);
      return;
    }
    this.written.delete(scope.workspaceId);
    this.noteWaiting(scope, written);
  }

  /** Has the listener told of workspaces whose counts should be settled. */
  onWaiting(listener: (scope: TenantScope) => void): void {
    this.listeners.push(listener);
  }

  /** @returns whether that was all */
  private async step(inner: InnerScope): Promise<boolean> {
    const isCounted = await this.counts.lock(inner);
    if (isCounted === null) return !(await this.counts.add(inner));
    if (!isCounted) await this.counts.countAll(inner);
    const isAll = await this.counts.fold(inner);
    await this.counts.split(inner);
    return isAll;
  }
}
