import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import { DueWorkspaces } from '../../platform/queue/due-workspaces.js';
import type { WorkspaceJob } from '../../platform/queue/job.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { ReportGenerations } from './report-generations.repository.js';
import { NextReportReader, ReportReader } from './report.reader.js';

/**
 * Makes the counts of a workspace anew: when its time zone is another one, or when an operator asks for it. It can be killed at any point,
 * and continues there. Reports show the counts from before until the new ones are whole.
 */
@Injectable()
export class ReportRebuild implements WorkspaceJob {
  readonly failureCode = 'reports_not_rebuilt';
  readonly everyMs = 600_000;
  readonly retryMs = 10_000;
  private readonly due = new DueWorkspaces();

  constructor(
    private readonly reader: ReportReader,
    private readonly next: NextReportReader,
    private readonly generations: ReportGenerations,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  watch(due: (workspaceId: WorkspaceId) => void): void {
    this.due.listen(due);
  }

  /** Lets the background job do the work that is left in a workspace. */
  leave(scope: TenantScope): void {
    this.due.tell(scope);
  }

  async runIn(scope: TenantScope, signal: AbortSignal): Promise<void> {
    if (!(await this.generations.areOutdated(scope))) return;
    await this.reader.runIn(scope, signal);
    await this.unitOfWork.run(scope, (inner) => this.begin(inner, false));
    await this.goOn(scope, signal);
  }

  /** Makes the counts anew whatever their zone is, or goes on where an earlier run was ended. */
  async rebuild(scope: TenantScope): Promise<void> {
    const { signal } = new AbortController();
    await this.reader.catchUp(scope, signal);
    await this.unitOfWork.run(scope, (inner) => this.begin(inner, true));
    await this.goOn(scope, signal);
  }

  private async begin(inner: InnerScope, isForced: boolean): Promise<void> {
    const position = await this.reader.hold(inner);
    if (position === null) return;
    // A step of the other reader locks its row first, too, and then the counts.
    await this.next.hold(inner);
    if (await this.generations.beginNext(inner, position, isForced)) await this.next.begin(inner, 0);
    else if (!(await this.generations.hasNext(inner))) await this.next.end(inner);
  }

  private async goOn(scope: TenantScope, signal: AbortSignal): Promise<void> {
    const isEnded = (): boolean => signal.aborted;
    while (!isEnded() && (await this.generations.hasNext(scope))) {
      await this.next.runIn(scope, signal);
      if (!isEnded()) await this.unitOfWork.run(scope, (inner) => this.finish(inner));
    }
  }

  /** Holds the reader of the shown counts, reads the few events that are left, and shows the new counts. */
  private async finish(inner: InnerScope): Promise<void> {
    const shown = await this.reader.hold(inner);
    if (shown === null || (await this.next.hold(inner)) === null) return;
    if (!(await this.generations.isWhole(inner))) return this.beginAgain(inner, shown);
    while ((await this.next.step(inner)) !== null);
    const position = await this.next.hold(inner);
    await this.generations.showNext(inner);
    await this.reader.goTo(inner, position ?? shown);
    await this.next.end(inner);
  }

  private async beginAgain(inner: InnerScope, shown: string): Promise<void> {
    await this.generations.endNext(inner);
    await this.generations.beginNext(inner, shown, true);
    await this.next.begin(inner, 0);
  }
}
