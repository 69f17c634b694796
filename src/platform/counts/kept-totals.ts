import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import type { WorkspaceJob } from '../queue/job.js';
import type { Statement } from '../tenancy/statement.js';
import type { InnerScope, TenantScope } from '../tenancy/tenant-scope.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import { ListTotalsRepository } from './list-totals.repository.js';

/** This many waiting changes make a list noticeably slower. */
const MANY_CHANGES = 200;

/** One unit of work folds no further change after this number of records. */
const RECORDS_AT_ONCE = 20_000;

/**
 * Keeps totals of lists [choice 10]. Triggers note a change for each written record, and readers add the noted changes to the totals, so
 * lists are always exact. Folding the changes into the totals keeps reading fast: it is done every hour in all workspaces, and soon in a
 * workspace where a reader or a writer met many changes.
 */
@Injectable()
export abstract class KeptTotals implements WorkspaceJob {
  abstract readonly failureCode: string;
  readonly everyMs = 3_600_000;
  /** The list whose total is locked during a fold. */
  protected abstract readonly list: string;
  /** Takes changes out of their table (`takingStatement`). */
  protected abstract readonly taking: Statement;
  private due: (workspaceId: WorkspaceId) => void = () => undefined;
  /** The number of records that this process has written since it last called `due`. */
  private readonly written = new Map<WorkspaceId, number>();

  constructor(
    private readonly totals: ListTotalsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  watch(due: (workspaceId: WorkspaceId) => void): void {
    this.due = due;
  }

  runIn(scope: TenantScope): Promise<void> {
    return this.foldAll(scope);
  }

  /**
   * Folds all changes of the workspace into its totals, unless another process is doing that. Call it after writing many records, outside
   * a unit of work. Skipping or interrupting it only makes lists slower.
   */
  async foldAll(scope: TenantScope): Promise<void> {
    let isDone = false;
    while (!isDone) isDone = await this.unitOfWork.runOnSnapshot(scope, (inner) => this.fold(inner));
  }

  /** A reader found waiting changes. When they are many, they are folded soon. */
  noteWaiting({ workspaceId }: TenantScope, changes: number): void {
    if (changes >= MANY_CHANGES) this.due(workspaceId);
  }

  /** A record was written. After many of them they are folded, because a workspace may have no readers. */
  noteWritten(scope: TenantScope): void {
    const written = (this.written.get(scope.workspaceId) ?? 0) + 1;
    if (written < MANY_CHANGES) this.written.set(scope.workspaceId, written);
    else this.written.delete(scope.workspaceId);
    this.noteWaiting(scope, written);
  }

  /** Subclasses finish their work here when all changes are folded, in the same unit of work. */
  protected complete(_inner: InnerScope): Promise<void> {
    return Promise.resolve();
  }

  /** @returns whether nothing is left to fold */
  private async fold(inner: InnerScope): Promise<boolean> {
    if (!(await this.totals.lock(inner, this.list))) return !(await this.totals.begin(inner, this.list));
    const isAll = await this.totals.fold(inner, this.taking, RECORDS_AT_ONCE);
    if (isAll) await this.complete(inner);
    return isAll;
  }
}
