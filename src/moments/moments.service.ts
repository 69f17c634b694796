import { Injectable } from '@nestjs/common';
import { DeskClock } from '../kernel/time/desk-clock.js';
import type { TicketId, WorkspaceId } from '../kernel/ids.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import type { MovedMoment, PassedMoment } from './moment.js';
import { MomentsRepository, type KeptMoment } from './moments.repository.js';
import { PassedMoments } from './passed-moments.js';

/** A round of the queue comes within this time, so that nobody need tell it about later moments. */
const SOON_MS = 60_000;

/** Keeps the moments of tickets, and lets them pass [rule 31]. */
@Injectable()
export class MomentsService {
  private readonly listeners: ((workspaceId: WorkspaceId) => void)[] = [];
  /** Everybody can read that these workspaces have moments. */
  private readonly noted = new Set<WorkspaceId>();

  constructor(
    private readonly moments: MomentsRepository,
    private readonly passed: PassedMoments,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: DeskClock,
  ) {}

  /**
   * Keeps in the unit of work of a change when dates of its locked tickets pass. It sends all of its statements at once. `now` is the desk's
   * now by the clock of the database.
   */
  async keep(inner: InnerScope, moved: readonly MovedMoment[], now: Date): Promise<void> {
    const begun = performance.now();
    const kept = moved.filter((moment): moment is KeptMoment => moment.at !== null);
    const gone = moved.filter(({ at }) => at === null);
    const isNew = kept.length > 0 && !this.noted.has(inner.workspaceId);
    if (kept.length > 0)
      this.unitOfWork.afterwards(inner, () => {
        this.noteKept(inner, kept, now.getTime() + performance.now() - begun);
      });
    await Promise.all([
      gone.length > 0 && this.moments.forget(inner, gone),
      kept.length > 0 && this.moments.keep(inner, kept),
      isNew && this.moments.noteWorkspace(inner),
    ]);
  }

  /** Calls the listener with each workspace that has a new moment which passes soon. */
  onSoon(listener: (workspaceId: WorkspaceId) => void): void {
    this.listeners.push(listener);
  }

  /**
   * Lets the moments of some tickets pass that have come, in one unit of work. Nobody changes the tickets meanwhile, so each moment passes
   * once, or was moved before.
   */
  pass(scope: TenantScope, ids: readonly TicketId[]): Promise<void> {
    return this.unitOfWork.run(scope, (inner) =>
      this.passed.happen(inner, ids, async () =>
        inOrder(await this.moments.pass(inner, ids, this.clock.aheadMs)),
      ),
    );
  }

  private noteKept({ workspaceId }: TenantScope, kept: readonly KeptMoment[], now: number): void {
    this.noted.add(workspaceId);
    if (kept.some(({ at }) => at.getTime() <= now + SOON_MS))
      for (const listener of this.listeners) listener(workspaceId);
  }
}

function inOrder(passed: readonly PassedMoment[]): PassedMoment[] {
  return [...passed].sort((one, other) => one.at.getTime() - other.at.getTime());
}
