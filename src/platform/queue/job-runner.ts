import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import type { WorkspaceId } from '../../kernel/ids.js';
import { traceOf } from '../../kernel/errors.js';
import { tenantScope } from '../tenancy/tenant-scope.js';
import { WorkspaceDirectory } from '../tenancy/workspaces/workspace-directory.js';
import type { Job, ServiceJob, WorkspaceJob } from './job.js';

/** A timer cannot wait longer than this. */
const LONGEST_MS = 2 ** 31 - 1;
/** A workspace that is due all the time gets its turn this often at most. */
const PAUSE_MS = 250;
/** At most this number of workspaces of a round is visited before those that are due have their next turn. */
const OF_A_ROUND = 20;
/** A job checks this often whether a suspended workspace that it has skipped is resumed. */
const LOOKS_AGAIN_MS = 500;

/** A pause that can be ended early. It does not keep the process alive, and ends for good when `signal` is aborted. */
class Nap {
  private wake = (): void => undefined;

  constructor(private readonly signal: AbortSignal) {
    signal.addEventListener('abort', () => {
      this.end();
    });
  }

  /** Resolves after `ms` milliseconds, or when the pause is ended. */
  take(ms: number): Promise<void> {
    if (this.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(Math.max(ms, 0), LONGEST_MS)).unref();
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  end(): void {
    this.wake();
  }
}

/**
 * Runs all jobs while the service runs, each in a loop of its own. They skip suspended workspaces, and continue there later. Every job does
 * its first round at the start.
 */
export class JobRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Jobs');
  private readonly stop = new AbortController();
  private loops: Promise<void>[] = [];

  constructor(
    readonly jobs: readonly Job[],
    private readonly workspaces: WorkspaceDirectory,
  ) {}

  onApplicationBootstrap(): void {
    // The pauses of each loop listen to the signal.
    setMaxListeners(0, this.stop.signal);
    this.loops = this.jobs.map((job) => ('runIn' in job ? this.visitWorkspaces(job) : this.repeat(job)));
  }

  /** Waits until each job has come to a safe point. The next start does what is left. */
  async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.loops);
  }

  private async repeat(job: ServiceJob): Promise<void> {
    const nap = new Nap(this.stop.signal);
    while (!this.stop.signal.aborted) {
      await this.attempt(job, () => job.run());
      await nap.take(job.everyMs);
    }
  }

  private async visitWorkspaces(job: WorkspaceJob): Promise<void> {
    const { signal } = this.stop;
    const [pause, idle] = [new Nap(signal), new Nap(signal)];
    const [due, round, paused] = [new Set<WorkspaceId>(), new Set<WorkspaceId>(), new Set<WorkspaceId>()];
    const becomesDue = (workspaceId: WorkspaceId): void => {
      due.add(workspaceId);
      idle.end();
    };
    job.watch?.(becomesDue);
    let nextRound = job.everyMs === undefined ? Infinity : 0;
    while (!signal.aborted) {
      if (performance.now() >= nextRound) {
        nextRound = performance.now() + (job.everyMs ?? Infinity);
        await this.attempt(job, () => this.addAll(job, round));
      }
      if (paused.size > 0) await this.attempt(job, () => this.moveResumed(paused, due));
      const failed = [
        ...(await this.visit(job, [...due], { waiting: due, paused })),
        ...(await this.visit(job, [...round].slice(0, OF_A_ROUND), { waiting: round, paused })),
      ];
      if (job.retryMs !== undefined)
        for (const workspaceId of failed) setTimeout(becomesDue, job.retryMs, workspaceId).unref();
      await pause.take(round.size === 0 ? (job.pauseMs ?? PAUSE_MS) : 0);
      if (due.size + round.size === 0) {
        const wait = nextRound - performance.now();
        await idle.take(paused.size > 0 ? Math.min(wait, LOOKS_AGAIN_MS) : wait);
      }
    }
  }

  private async addAll(job: WorkspaceJob, round: Set<WorkspaceId>): Promise<void> {
    const visited = job.visited?.() ?? this.workspaces.listIds();
    for (const workspaceId of await visited) round.add(workspaceId);
  }

  private async moveResumed(paused: Set<WorkspaceId>, due: Set<WorkspaceId>): Promise<void> {
    const suspended = await this.workspaces.suspendedIds();
    for (const workspaceId of paused) {
      if (suspended.has(workspaceId)) continue;
      paused.delete(workspaceId);
      due.add(workspaceId);
    }
  }

  /** Visits workspaces, and puts those that are suspended into `paused`. @returns the workspaces where it failed */
  private async visit(
    job: WorkspaceJob,
    workspaces: readonly WorkspaceId[],
    { waiting, paused }: Readonly<Record<'waiting' | 'paused', Set<WorkspaceId>>>,
  ): Promise<WorkspaceId[]> {
    const { signal } = this.stop;
    const failed: WorkspaceId[] = [];
    for (const workspaceId of workspaces) {
      if (signal.aborted) break;
      // This comes before the work, so that a change in the middle of it makes the workspace due again.
      waiting.delete(workspaceId);
      const isDone = await this.attempt(job, async () => {
        if (await this.workspaces.isSuspended(workspaceId)) paused.add(workspaceId);
        else await job.runIn(tenantScope(workspaceId), signal);
      });
      if (!isDone) failed.push(workspaceId);
    }
    return failed;
  }

  private async attempt(job: Job, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!this.stop.signal.aborted) this.logger.error({ code: job.failureCode, error: traceOf(error) });
      return false;
    }
  }
}
