import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import type { WorkspaceJob } from '../../platform/queue/job.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { EventFeedRepository } from './event-feed.repository.js';
import { PLACED_AT_ONCE } from './event-feed.sql.js';

/** Events that this process has written and not placed yet. */
export interface WaitingEvents {
  readonly count: number;
  /** Since when the oldest one waits, by `performance.now()`. */
  readonly since: number;
}

/** A round of giving positions, and the one that begins when it has ended. */
interface Rounds {
  readonly current: Promise<void>;
  next: Promise<void> | null;
}

/**
 * Gives the events of each workspace their positions (extensions, section 17; decision 23): 1, 2, 3 and so on without gaps, after they
 * were committed, in the order in which they happened. Writers wait for nobody. As a job it does so soon after this process has written
 * some, and every ten minutes in all workspaces, for what commands and processes that ended have written.
 */
@Injectable()
export class EventStreams implements WorkspaceJob {
  readonly failureCode = 'events_not_placed';
  readonly everyMs = 600_000;
  private readonly listeners: ((workspaceId: WorkspaceId) => void)[] = [];
  private readonly placedListeners: ((scope: TenantScope, behind: readonly string[]) => void)[] = [];
  private readonly rounds = new Map<WorkspaceId, Rounds>();
  private readonly written = new Map<WorkspaceId, WaitingEvents>();

  constructor(
    private readonly feed: EventFeedRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  runIn(scope: TenantScope): Promise<void> {
    return this.place(scope);
  }

  /** Calls the listener with each workspace that has events to place. */
  watch(due: (workspaceId: WorkspaceId) => void): void {
    this.listeners.push(due);
  }

  /**
   * Gives positions to all events that are committed now. Calls at the same moment share a round that begins after them: one that is
   * under way may have looked too early.
   */
  place(scope: TenantScope): Promise<void> {
    const rounds = this.rounds.get(scope.workspaceId);
    if (!rounds) return this.begin(scope);
    const begin = (): Promise<void> => this.begin(scope);
    return (rounds.next ??= rounds.current.then(begin, begin));
  }

  /** Notes events that were committed. The job places them, because a workspace may have no readers. */
  noteWritten({ workspaceId }: TenantScope, events: number): void {
    const { count, since } = this.written.get(workspaceId) ?? { count: 0, since: performance.now() };
    this.written.set(workspaceId, { count: count + events, since });
    for (const listener of this.listeners) listener(workspaceId);
  }

  /** Calls the listener with each workspace whose readers are behind, right after events have their positions. */
  onPlaced(listener: (scope: TenantScope, behind: readonly string[]) => void): void {
    this.placedListeners.push(listener);
  }

  /** Sums up these events of all workspaces. */
  get waiting(): WaitingEvents | null {
    const all = [...this.written.values()];
    if (all.length === 0) return null;
    const count = all.reduce((sum, each) => sum + each.count, 0);
    return { count, since: Math.min(...all.map(({ since }) => since)) };
  }

  private begin(scope: TenantScope): Promise<void> {
    const { workspaceId } = scope;
    const current = this.placeAll(scope).finally(() => {
      if (this.rounds.get(workspaceId)?.current === current) this.rounds.delete(workspaceId);
    });
    this.rounds.set(workspaceId, { current, next: null });
    return current;
  }

  private async placeAll(scope: TenantScope): Promise<void> {
    const noted = this.written.get(scope.workspaceId);
    let placed = PLACED_AT_ONCE;
    while (placed >= PLACED_AT_ONCE) placed = await this.placeSome(scope);
    this.forget(scope.workspaceId, noted);
  }

  /** @returns how many events waited, of as many as are placed at once */
  private async placeSome(scope: TenantScope): Promise<number> {
    const { placed, behind } = await this.unitOfWork.run(scope, async (inner) => {
      if (await this.feed.lock(inner)) return this.feed.place(inner);
      await this.feed.add(inner);
      return { placed: PLACED_AT_ONCE, behind: [] };
    });
    if (behind.length > 0) for (const listener of this.placedListeners) listener(scope, behind);
    return placed;
  }

  /** Forgets what was noted before a round began, when that has ended. */
  private forget(workspaceId: WorkspaceId, noted: WaitingEvents | undefined): void {
    const now = this.written.get(workspaceId);
    if (!noted || !now) return;
    const count = now.count - noted.count;
    if (count > 0) this.written.set(workspaceId, { count, since: performance.now() });
    else this.written.delete(workspaceId);
  }
}
