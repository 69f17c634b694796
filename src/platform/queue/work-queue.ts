import { Logger, type OnModuleDestroy } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkspaceId } from '../../kernel/ids.js';
import { traceOf } from '../../kernel/errors.js';
import { isPassing } from '../database/postgres-errors.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import type { WorkspaceDirectory } from '../tenancy/workspaces/workspace-directory.js';
import type { FailedWork } from './failed-work.js';
import type { WorkspaceJob } from './job.js';
import { WaitingWork, type Waiting } from './waiting-work.js';

/** The queue visits all workspaces this often. */
const REMINDS_WITHIN_MS = 60_000;

/** The queue checks this often whether a suspended workspace is resumed. */
const LOOKS_AGAIN_MS = 500;

/** A queue checks again after this time when other processes have taken all places for what is due. */
export const PLACES_FREE_WITHIN_MS = 1_000;

/** A process waits at most this time at its end for the pieces under way. */
const PATIENCE_MS = 2_500;

/** `items` were due in a workspace and are taken now. */
export interface TakenWork<Item> {
  readonly items: readonly Item[];
  /** Milliseconds until the next pieces are due. Pieces that are due now, with 0 or less, do not count. */
  readonly dueInMs: readonly number[];
  /** True when more pieces are due than there were free places. */
  readonly isMoreDue: boolean;
}

/** The queue is looking for due pieces in a workspace. */
interface Round {
  /** The queue has to look again after this round. */
  isWantedAgain: boolean;
  ended: Promise<void>;
}

/**
 * Work whose pieces are rows with a due time. It takes due pieces by a lease as soon as a workspace has new ones and a place is free,
 * and checks for others once a minute. After the lease, another process does the pieces of one that was killed. A piece that throws has had
 * a failed try, so it gives its place to others.
 */
export abstract class WorkQueue<Item extends { readonly id: string }>
  implements WorkspaceJob, OnModuleDestroy
{
  readonly everyMs = REMINDS_WITHIN_MS;
  abstract readonly failureCode: string;
  /** The codes in the log for a failed query, and for a piece that was not written down. */
  protected abstract readonly failureCodes: { readonly look: string; readonly item: string };
  protected abstract readonly atOnce: number;
  private readonly logger = new Logger('Queue');
  private readonly stop = new AbortController();
  private readonly ending = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private readonly rounds = new Map<WorkspaceId, Round>();
  /** Workspaces in which more is due, in the order in which they get the next free places. */
  private readonly withMoreDue = new Map<WorkspaceId, TenantScope>();
  /** Those of them that found no free place. */
  private readonly withoutPlace = new Set<WorkspaceId>();
  /** Counts the places for which queries are taking work now. */
  private beingFilled = 0;
  private readonly alarms = new Map<WorkspaceId, NodeJS.Timeout>();
  private readonly counted = new WaitingWork();

  constructor(
    private readonly workspaces: WorkspaceDirectory,
    private readonly failedWork: FailedWork,
  ) {}

  /** Calls `due` with each workspace that has new work. */
  abstract watch(due: (workspaceId: WorkspaceId) => void): void;

  /** Tells whether this process can do the work at all. */
  protected abstract get isOn(): boolean;

  /** Takes by `lease` what is due in a workspace, at most `free` pieces. A lease ends by itself. */
  protected abstract take(scope: TenantScope, lease: string, free: number): Promise<TakenWork<Item>>;

  /** Does a piece and writes its result down, without an open transaction while it waits for others. `stop` ends it at once. */
  protected abstract do(scope: TenantScope, item: Item, lease: string, stop: AbortSignal): Promise<void>;

  /** Gives a piece back that threw, as after a try that failed: it waits for its next one, or has had its last. */
  protected abstract giveBack(scope: TenantScope, item: Item, lease: string): Promise<void>;

  protected abstract countWaiting(scope: TenantScope): Promise<Waiting>;

  /** Begins to do what is due in a workspace. It does not wait for its end. */
  async runIn(scope: TenantScope): Promise<void> {
    try {
      if (this.isOn) await this.dispatch(scope);
    } finally {
      await this.counted.count(scope, () => this.countWaiting(scope));
    }
  }

  /** The waiting work of all workspaces, as each was last looked at. */
  get waiting(): Waiting {
    return this.counted.total;
  }

  /** Waits a while for the pieces under way, and for those that a query is taking: no other process gets them before their lease ends. */
  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    for (const alarm of this.alarms.values()) clearTimeout(alarm);
    const done = Promise.allSettled([...this.rounds.values()].map(({ ended }) => ended)).then(() =>
      Promise.allSettled(this.underWay),
    );
    await Promise.race([done, sleep(PATIENCE_MS, undefined, { ref: false })]);
    this.stop.abort();
    await done;
  }

  private async dispatch(scope: TenantScope): Promise<void> {
    const { workspaceId } = scope;
    if (this.ending.signal.aborted) return;
    const round = this.rounds.get(workspaceId);
    if (round) {
      round.isWantedAgain = true;
      return;
    }
    const own: Round = { isWantedAgain: true, ended: Promise.resolve() };
    this.rounds.set(workspaceId, own);
    own.ended = this.lookWhileWanted(scope, own).finally(() => this.rounds.delete(workspaceId));
    await own.ended;
  }

  private async lookWhileWanted(scope: TenantScope, round: Round): Promise<void> {
    while (round.isWantedAgain) {
      round.isWantedAgain = false;
      await this.look(scope);
    }
  }

  private async look(scope: TenantScope): Promise<void> {
    if (this.ending.signal.aborted) return;
    try {
      if (await this.workspaces.isSuspended(scope.workspaceId)) this.remind(scope, [LOOKS_AGAIN_MS]);
      else await this.fillPlaces(scope);
    } finally {
      this.goOnWithoutPlace();
    }
  }

  /** Counts the places in which nothing is done, and for which no query is taking work. */
  private get free(): number {
    return Math.max(0, this.atOnce - this.underWay.size - this.beingFilled);
  }

  private async fillPlaces(scope: TenantScope): Promise<void> {
    const [lease, free] = [randomUUID(), this.free];
    this.withoutPlace.delete(scope.workspaceId);
    this.beingFilled += free;
    try {
      const { items, dueInMs, isMoreDue } = await this.take(scope, lease, free);
      this.remind(scope, dueInMs);
      if (isMoreDue) this.withMoreDue.set(scope.workspaceId, scope);
      if (isMoreDue && free === 0) this.withoutPlace.add(scope.workspaceId);
      for (const item of items) this.begin(scope, item, lease);
    } finally {
      this.beingFilled -= free;
    }
  }

  /** Gives places that are free to a workspace that found none, because queries were filling them. */
  private goOnWithoutPlace(): void {
    const [next] = this.withoutPlace;
    if (next === undefined || this.free === 0) return;
    this.withoutPlace.delete(next);
    const scope = this.withMoreDue.get(next);
    if (scope) this.attempt(scope);
  }

  private begin(scope: TenantScope, item: Item, lease: string): void {
    const piece = this.do(scope, item, lease, this.stop.signal)
      .catch((error: unknown) => this.fail(scope, item, lease, error))
      .finally(() => {
        this.underWay.delete(piece);
        this.goOn(scope);
      });
    this.underWay.add(piece);
  }

  /** The lease of a piece ends by itself, when the database is away or the piece cannot be given back. */
  private async fail(scope: TenantScope, item: Item, lease: string, failure: unknown): Promise<void> {
    const code = this.failureCodes.item;
    const about = { workspaceId: scope.workspaceId, id: item.id };
    try {
      if (isPassing(failure)) throw failure;
      this.failedWork.note(code, about, failure);
      await this.giveBack(scope, item, lease);
    } catch (error) {
      this.report(code, error, about);
    }
  }

  /** Gives a place that has become free to another workspace that waits, and looks at this one again. */
  private goOn(scope: TenantScope): void {
    const [next] = this.withMoreDue.values();
    if (next) {
      this.withMoreDue.delete(next.workspaceId);
      this.attempt(next);
    }
    if (next?.workspaceId !== scope.workspaceId) this.attempt(scope);
  }

  private attempt(scope: TenantScope): void {
    this.dispatch(scope).catch((error: unknown) => {
      this.report(this.failureCodes.look, error);
    });
  }

  /** Logs a failure, unless the end of the process has made it. The lease of a piece then ends by itself. */
  private report(code: string, error: unknown, about = {}): void {
    if (!this.ending.signal.aborted) this.logger.error({ code, ...about, error: traceOf(error) });
  }

  /** Looks again when the next piece is due, if that is soon. A visit looks at all others. */
  private remind(scope: TenantScope, dueInMs: readonly number[]): void {
    const { workspaceId } = scope;
    clearTimeout(this.alarms.get(workspaceId));
    this.alarms.delete(workspaceId);
    const next = Math.min(...dueInMs.filter((ms) => ms > 0));
    if (next > REMINDS_WITHIN_MS || this.ending.signal.aborted) return;
    const alarm = setTimeout(() => {
      this.alarms.delete(workspaceId);
      this.attempt(scope);
    }, next + 1);
    this.alarms.set(workspaceId, alarm.unref());
  }
}
