import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkspaceId } from '../kernel/ids.js';
import { traceOf } from '../kernel/thrown.js';
import { tenantScope } from '../tenancy/tenant-scope.js';
import { WorkspaceDirectory } from '../tenancy/workspace-directory.js';
import { TicketCounts } from './ticket-counts.service.js';

const ROUND_MS = 3_600_000;
/** While a workspace is written to all the time, its changes are folded this often at the most. */
const PAUSE_MS = 250;

/**
 * Folds changes into the counts of tickets (decision 10): where many are waiting, as soon as somebody meets them; everywhere
 * at the start and every hour. Who does not get to it makes lists a little slower, never wrong.
 */
@Injectable()
export class TicketCountsKeeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(TicketCountsKeeper.name);
  private readonly waiting = new Set<WorkspaceId>();
  private readonly stop = new AbortController();
  private work: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private isAtWork = false;

  constructor(
    private readonly counts: TicketCounts,
    private readonly workspaces: WorkspaceDirectory,
  ) {}

  onApplicationBootstrap(): void {
    this.counts.onWaiting(({ workspaceId }) => {
      this.enqueue([workspaceId]);
    });
    this.timer = setInterval(() => void this.enqueueAll(), ROUND_MS).unref();
    void this.enqueueAll();
  }

  /** Lets the fold under way end; what is left is for the next start. */
  async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    clearInterval(this.timer);
    this.waiting.clear();
    await this.work;
  }

  private async enqueueAll(): Promise<void> {
    await this.recordingFailure(async () => {
      this.enqueue(await this.workspaces.listIds());
    });
  }

  private enqueue(workspaceIds: readonly WorkspaceId[]): void {
    if (this.stop.signal.aborted) return;
    for (const workspaceId of workspaceIds) this.waiting.add(workspaceId);
    if (this.isAtWork) return;
    this.isAtWork = true;
    this.work = this.settleWaiting().finally(() => {
      this.isAtWork = false;
    });
  }

  private async settleWaiting(): Promise<void> {
    while (this.waiting.size > 0) {
      const round = [...this.waiting];
      for (const workspaceId of round) {
        if (this.stop.signal.aborted) return;
        await this.recordingFailure(() => this.counts.settle(tenantScope(workspaceId)));
        // Only now, so that who meets the changes that are being folded does not have it done once more.
        this.waiting.delete(workspaceId);
      }
      await sleep(PAUSE_MS, undefined, { signal: this.stop.signal, ref: false }).catch(() => undefined);
    }
  }

  /** What fails is made up for in the next round. */
  private async recordingFailure(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      if (this.stop.signal.aborted) return;
      this.logger.error({ code: 'ticket_counts_not_settled', error: traceOf(error) });
    }
  }
}
