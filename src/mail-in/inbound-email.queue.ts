import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../kernel/ids.js';
import { FailedWork } from '../platform/queue/failed-work.js';
import { NOTHING_WAITS, WaitingWork, type Waiting } from '../platform/queue/waiting-work.js';
import { WorkQueue, type TakenWork } from '../platform/queue/work-queue.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { WorkspaceDirectory } from '../platform/tenancy/workspaces/workspace-directory.js';
import { InboundEmailRepository, type TakenEmail } from './inbound-email.repository.js';
import { JudgingService } from './judging/judging.service.js';

/** Judges mails that are still pending: the process that had them has ended, or their judging has failed. */
@Injectable()
export class InboundEmailQueue extends WorkQueue<TakenEmail> {
  readonly failureCode = 'mail_not_judged';
  protected readonly failureCodes = { look: 'mail_not_taken_up', item: 'mail_not_judged' } as const;
  protected readonly atOnce = 4;
  protected readonly isOn = true;
  private readonly suspendedMails = new WaitingWork();

  constructor(
    private readonly emails: InboundEmailRepository,
    private readonly judging: JudgingService,
    private readonly unitOfWork: UnitOfWork,
    workspaces: WorkspaceDirectory,
    failedWork: FailedWork,
  ) {
    super(workspaces, failedWork);
  }

  /** Mails that wait for a person in all workspaces, as each was last looked at. */
  get suspended(): number {
    return this.suspendedMails.total.count;
  }

  watch(due: (workspaceId: WorkspaceId) => void): void {
    this.judging.due.listen(due);
  }

  protected async take(scope: TenantScope, lease: string, free: number): Promise<TakenWork<TakenEmail>> {
    const next = await this.emails.nextDue(scope);
    const isDue = next !== null && next <= 0;
    if (!isDue || free === 0) return { items: [], dueInMs: next === null ? [] : [next], isMoreDue: isDue };
    const items = await this.unitOfWork.run(scope, (inner) => this.emails.take(inner, free, lease));
    return { items, dueInMs: [], isMoreDue: items.length === free };
  }

  protected do(scope: TenantScope, email: TakenEmail, lease: string): Promise<void> {
    return this.judging.judge(scope, email, lease);
  }

  /** The judging gives a mail back itself, because it also judges mails that have just come. */
  protected giveBack(): Promise<void> {
    return Promise.resolve();
  }

  protected async countWaiting(scope: TenantScope): Promise<Waiting> {
    const { suspended, ...waiting } = await this.emails.waiting(scope);
    await this.suspendedMails.count(scope, () => Promise.resolve({ ...NOTHING_WAITS, count: suspended }));
    return waiting;
  }
}
