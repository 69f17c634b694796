import { Injectable } from '@nestjs/common';
import { EventStreams } from '../../events/feed/event-streams.service.js';
import type { WorkspaceId } from '../../kernel/ids.js';
import type { WorkspaceJob } from '../../platform/jobs/job.js';
import { REMINDS_WITHIN_MS } from '../../platform/leases/lease-dispatcher.js';
import { WaitingWork, type Waiting } from '../../platform/leases/waiting-work.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { MailRepository } from '../queue/mail.repository.js';
import { MailDispatcher } from './mail-dispatcher.service.js';
import { SmtpSender } from './smtp-sender.js';

/**
 * Has mails sent: soon after this process has made some, and every minute in all workspaces, for what is due later and for what commands,
 * and processes that ended, have left.
 */
@Injectable()
export class MailJob implements WorkspaceJob {
  readonly failureCode = 'mail_not_sent';
  readonly everyMs = REMINDS_WITHIN_MS;
  private readonly counted = new WaitingWork();

  constructor(
    private readonly dispatcher: MailDispatcher,
    private readonly streams: EventStreams,
    private readonly mails: MailRepository,
    private readonly sender: SmtpSender,
  ) {}

  watch(due: (workspaceId: WorkspaceId) => void): void {
    this.streams.onMails(({ workspaceId }) => {
      due(workspaceId);
    });
  }

  async runIn(scope: TenantScope): Promise<void> {
    if (!this.sender.hasServer) return;
    try {
      await this.dispatcher.dispatch(scope);
    } finally {
      await this.counted.count(scope, () => this.mails.waiting(scope));
    }
  }

  /** What waited in all workspaces when each was last looked at, which is once a minute. */
  get waiting(): Waiting {
    return this.counted.total;
  }
}

/** Every hour it deletes mails that are too old, and gives up those that have waited too long. */
@Injectable()
export class MailUpkeepJob implements WorkspaceJob {
  readonly failureCode = 'mail_not_kept_up';
  readonly everyMs = 3_600_000;

  constructor(
    private readonly mails: MailRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async runIn(scope: TenantScope, signal: AbortSignal): Promise<void> {
    const forgetSome = (): Promise<boolean> =>
      this.unitOfWork.run(scope, (inner) => this.mails.forgetSome(inner));
    while (!signal.aborted && (await forgetSome()));
  }
}
