import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeskClock } from '../kernel/time/desk-clock.js';
import type { TicketId, WorkspaceId } from '../kernel/ids.js';
import { isPassing } from '../platform/database/postgres-errors.js';
import { backoff } from '../platform/queue/backoff.rules.js';
import { FailedWork } from '../platform/queue/failed-work.js';
import type { Waiting } from '../platform/queue/waiting-work.js';
import { PLACES_FREE_WITHIN_MS, WorkQueue, type TakenWork } from '../platform/queue/work-queue.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { WorkspaceDirectory } from '../platform/tenancy/workspaces/workspace-directory.js';
import { MomentsRepository } from './moments.repository.js';
import { MomentsService } from './moments.service.js';

/** One unit of work announces the moments of at most this number of tickets, because other writers of these tickets wait for it. */
const TICKETS_AT_ONCE = 50;

/** The pause in milliseconds after which a caller checks again whether other processes have announced all moments. */
const AGAIN_MS = 5;

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
/** Milliseconds to wait after each failed try. After the last of them, it is tried each hour: no moment is lost. */
const WAITS = [SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE];

/** Tickets that have moments which are due. */
interface TakenTickets {
  readonly id: TicketId;
  readonly ids: readonly TicketId[];
}

/** Announces moments as soon as they have come, some tickets in a unit of work. A workspace that has never had one is not visited. */
@Injectable()
export class MomentsQueue extends WorkQueue<TakenTickets> {
  readonly failureCode = 'moments_not_told';
  protected readonly failureCodes = { look: 'moments_not_taken', item: 'moment_not_told' } as const;
  protected readonly atOnce = 4;
  protected readonly isOn = true;

  constructor(
    private readonly moments: MomentsRepository,
    private readonly service: MomentsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: DeskClock,
    private readonly directory: WorkspaceDirectory,
    failedWork: FailedWork,
  ) {
    super(directory, failedWork);
  }

  watch(due: (workspaceId: WorkspaceId) => void): void {
    this.service.onSoon(due);
  }

  /** Lists the workspaces that have had moments, and forgets those that were deleted since. */
  async visited(): Promise<readonly WorkspaceId[]> {
    const dated = await this.moments.listWorkspaces();
    if (dated.length === 0) return [];
    const present = new Set(await this.directory.listIds());
    const gone = dated.filter((id) => !present.has(id));
    if (gone.length > 0) await this.moments.removeWorkspaces(gone);
    return dated.filter((id) => present.has(id));
  }

  /** Waits until every moment of a workspace that has come by the desk's now has its event, but for those that have failed. */
  async settle(scope: TenantScope): Promise<void> {
    while (await this.moments.areLeft(scope, this.clock.aheadMs)) {
      const lease = randomUUID();
      const taken = await this.takeDue(scope, lease, this.atOnce);
      for (const item of taken)
        await this.do(scope, item).catch((error: unknown) => {
          if (isPassing(error)) throw error;
          return this.giveBack(scope, item, lease);
        });
      // Another process has taken them, and announces them now.
      if (taken.length === 0) await sleep(AGAIN_MS);
    }
  }

  protected async take(scope: TenantScope, lease: string, free: number): Promise<TakenWork<TakenTickets>> {
    const next = await this.moments.nextDue(scope, this.clock.aheadMs);
    const isDue = next !== null && next <= 0;
    if (!isDue || free === 0) return { items: [], dueInMs: next === null ? [] : [next], isMoreDue: isDue };
    const items = await this.takeDue(scope, lease, free);
    const dueInMs = items.length === 0 ? [PLACES_FREE_WITHIN_MS] : [];
    return { items, dueInMs, isMoreDue: items.length === free };
  }

  /** Announces the moments of tickets, each ticket alone when they fail together. */
  protected async do(scope: TenantScope, { ids }: TakenTickets): Promise<void> {
    try {
      await this.service.pass(scope, ids);
    } catch (error) {
      if (ids.length === 1 || isPassing(error)) throw error;
      await this.passEach(scope, ids);
    }
  }

  /** Moments that were taken together may have had different numbers of tries: each waits by its own number. */
  protected async giveBack(scope: TenantScope, { ids }: TakenTickets, lease: string): Promise<void> {
    const chance = Math.random();
    const waitsMs = [...WAITS, HOUR].map((_wait, failures) => backoff(WAITS, failures + 1, chance) ?? HOUR);
    const times = { waitsMs, aheadMs: this.clock.aheadMs };
    await this.unitOfWork.run(scope, (inner) => this.moments.giveBack(inner, ids, lease, times));
  }

  protected countWaiting(scope: TenantScope): Promise<Waiting> {
    return this.moments.waiting(scope, this.clock.aheadMs);
  }

  private async takeDue(scope: TenantScope, lease: string, batches: number): Promise<TakenTickets[]> {
    const most = batches * TICKETS_AT_ONCE;
    const taken = await this.unitOfWork.run(scope, (inner) =>
      this.moments.take(inner, most, lease, this.clock.aheadMs),
    );
    return batchesOf([...new Set(taken.map(({ ticketId }) => ticketId))]);
  }

  /** @throws the error of the first ticket that has failed. The moments of that one are given back; those of the others are announced. */
  private async passEach(scope: TenantScope, ids: readonly TicketId[]): Promise<void> {
    const failed: Error[] = [];
    for (const id of ids)
      await this.service.pass(scope, [id]).catch((cause: unknown) => {
        failed.push(new Error(`The moments of ticket ${id} could not be announced.`, { cause }));
      });
    if (failed[0]) throw failed[0];
  }
}

function batchesOf(ids: readonly TicketId[]): TakenTickets[] {
  const [id] = ids;
  if (id === undefined) return [];
  return [{ id, ids: ids.slice(0, TICKETS_AT_ONCE) }, ...batchesOf(ids.slice(TICKETS_AT_ONCE))];
}
