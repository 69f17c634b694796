import { Injectable } from '@nestjs/common';
import { EventStreams } from '../events/feed/event-streams.job.js';
import { DeskClock } from '../kernel/time/desk-clock.js';
import { Problems, refuseIfAny, type Checked } from '../kernel/errors.js';
import type { WorkspaceId } from '../kernel/ids.js';
import { SharedRounds } from '../platform/queue/shared-rounds.js';
import { tenantScope } from '../platform/tenancy/tenant-scope.js';
import { WorkspaceDirectory } from '../platform/tenancy/workspaces/workspace-directory.js';
import { MOST_DAYS_AHEAD, MOST_MS } from './advance.rules.js';
import { MomentsQueue } from './moments.queue.js';

/** By how far the clock is to be moved, or to which time. Exactly one is there. */
export interface WantedClock {
  readonly advanceMs?: number | undefined;
  readonly now?: Date | undefined;
}

/** Moves the desk's now forwards, so that tests need not wait for the moments of tickets [rule 31]. Only a temporary desk has it. */
@Injectable()
export class TestClockService {
  private readonly rounds = new SharedRounds<'all workspaces', void>();

  constructor(
    private readonly clock: DeskClock,
    private readonly queue: MomentsQueue,
    private readonly streams: EventStreams,
    private readonly workspaces: WorkspaceDirectory,
  ) {}

  get now(): Date {
    return this.clock.now();
  }

  get aheadMs(): number {
    return this.clock.aheadMs;
  }

  /** Moves the clock, and waits until each moment that has passed by then has its event, at its position. @throws invalid_request */
  async move({ value, problems: already }: Checked<WantedClock>): Promise<void> {
    const problems = new Problems(already);
    const milliseconds = this.millisecondsOf(value, problems);
    refuseIfAny(problems);
    this.clock.advance(milliseconds);
    // Many tests may move it at once: they share the next round.
    await this.rounds.join('all workspaces', () => this.settleAll());
  }

  private async settleAll(): Promise<void> {
    const suspended = await this.workspaces.suspendedIds();
    for (const workspaceId of await this.queue.visited())
      if (!suspended.has(workspaceId)) await this.settle(workspaceId);
  }

  private millisecondsOf({ advanceMs, now }: WantedClock, problems: Problems): number {
    if (now === undefined) return advanceMs ?? 0;
    const milliseconds = now.getTime() - this.now.getTime();
    if (milliseconds < 0)
      problems.add('now', "must not be before the desk's now: the clock moves forwards only");
    else if (milliseconds > MOST_MS)
      problems.add('now', `must be at most ${MOST_DAYS_AHEAD} days ahead of the desk's now`);
    return milliseconds;
  }

  private async settle(workspaceId: WorkspaceId): Promise<void> {
    const scope = tenantScope(workspaceId);
    await this.queue.settle(scope);
    await this.streams.place(scope);
    // The next moments are nearer now than when they were last looked at.
    await this.queue.runIn(scope);
  }
}
