import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import { FailedWork } from '../../platform/queue/failed-work.js';
import { NOTHING_WAITS, type Waiting } from '../../platform/queue/waiting-work.js';
import { WorkQueue, type TakenWork } from '../../platform/queue/work-queue.js';
import { Configuration } from '../../platform/config/configuration.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { WorkspaceDirectory } from '../../platform/tenancy/workspaces/workspace-directory.js';
import { InvitationsService } from './invitations.service.js';
import { MailRepository, type TakenMail } from '../queue/mail.repository.js';
import { MailReader } from '../reading/mail.reader.js';
import { AcknowledgementsService } from './acknowledgements.service.js';
import { MailTryService } from './mail-try.service.js';

/** Sends the mails of workspaces, several at once. Without a mail server it does nothing. */
@Injectable()
export class MailQueue extends WorkQueue<TakenMail> {
  readonly failureCode = 'mail_not_sent';
  protected readonly failureCodes = { look: 'mail_not_dispatched', item: 'mail_try_not_recorded' } as const;
  protected readonly atOnce: number;
  protected readonly isOn: boolean;

  constructor(
    private readonly mails: MailRepository,
    private readonly tries: MailTryService,
    private readonly reader: MailReader,
    private readonly invitations: InvitationsService,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly unitOfWork: UnitOfWork,
    workspaces: WorkspaceDirectory,
    failedWork: FailedWork,
    { smtp, smtpConnections }: Configuration,
  ) {
    super(workspaces, failedWork);
    this.atOnce = smtpConnections;
    this.isOn = smtp !== undefined;
  }

  watch(due: (workspaceId: WorkspaceId) => void): void {
    this.reader.due.listen(due);
    this.invitations.due.listen(due);
    this.acknowledgements.due.listen(due);
  }

  protected async take(scope: TenantScope, lease: string, free: number): Promise<TakenWork<TakenMail>> {
    const next = await this.mails.nextDue(scope);
    const isDue = next !== null && next <= 0;
    if (!isDue || free === 0) return { items: [], dueInMs: next === null ? [] : [next], isMoreDue: isDue };
    const items = await this.unitOfWork.run(scope, (inner) => this.mails.take(inner, free, lease));
    return { items, dueInMs: [], isMoreDue: items.length === free };
  }

  protected do(scope: TenantScope, mail: TakenMail, lease: string, stop: AbortSignal): Promise<void> {
    return this.tries.make(scope, mail, lease, stop);
  }

  protected giveBack(scope: TenantScope, mail: TakenMail, lease: string): Promise<void> {
    return this.tries.giveBack(scope, mail, lease);
  }

  protected async countWaiting(scope: TenantScope): Promise<Waiting> {
    return this.isOn ? this.mails.waiting(scope) : NOTHING_WAITS;
  }
}
