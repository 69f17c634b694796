import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import type { WorkspaceId } from '../../kernel/ids.js';
import { traceOf } from '../../kernel/thrown.js';
import { tenantScope } from '../tenancy/tenant-scope.js';
import { WorkspaceDirectory } from '../tenancy/workspaces/workspace-directory.js';
import { JOBS, type Job, type ServiceJob, type WorkspaceJob } from './job.js';
import { Nap } from './nap.js';

/** A workspace that is due all the time gets its turn this often at most. */
const PAUSE_MS = 250;
/** So many workspaces of a round are visited before those that cannot wait get their turn. */
const OF_A_ROUND = 20;

/** Runs all jobs while the service runs, each in a loop of its own. Every job does its first round at the start. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Jobs');
  private readonly stop = new AbortController();
  private loops: Promise<void>[] = [];

  constructor(
    @Inject(JOBS) private readonly jobs: readonly Job[],
    private readonly workspaces: WorkspaceDirectory,
  ) {}

  onApplicationBootstrap(): void {
    // Each loop listens with its naps.
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
    const [due, round] = [new Set<WorkspaceId>(), new Set<WorkspaceId>()];
    job.watch?.((workspaceId) => {
      due.add(workspaceId);
      idle.end();
    });
    let nextRound = 0;
    while (!signal.aborted) {
      if (performance.now() >= nextRound) {
        nextRound = performance.now() + job.everyMs;
        await this.attempt(job, () => this.addAll(round));
      }
      await this.visit(job, [...due], due);
      await this.visit(job, [...round].slice(0, OF_A_ROUND), round);
      await pause.take(round.size === 0 ? PAUSE_MS : 0);
      if (due.size + round.size === 0) await idle.take(nextRound - performance.now());
    }
  }

  private async addAll(round: Set<WorkspaceId>): Promise<void> {
    for (const workspaceId of await this.workspaces.listIds()) round.add(workspaceId);
  }

  private async visit(
    job: WorkspaceJob,
    workspaces: readonly WorkspaceId[],
    waiting: Set<WorkspaceId>,
  ): Promise<void> {
    const { signal } = this.stop;
    for (const workspaceId of workspaces) {
      if (signal.aborted) return;
      // Before the work, so that a change in the middle of it makes the workspace due again.
      waiting.delete(workspaceId);
      await this.attempt(job, () => job.runIn(tenantScope(workspaceId), signal));
    }
  }

  private async attempt(job: Job, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.stop.signal.aborted) return;
      this.logger.error({ code: job.failureCode, error: traceOf(error) });
    }
  }
}
