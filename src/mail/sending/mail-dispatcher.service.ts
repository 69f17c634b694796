import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LeaseDispatcher, type LeasedWork, type TakenWork } from '../../platform/leases/lease-dispatcher.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { MAIL_OPTIONS, type MailOptions } from '../options/mail.options.js';
import { MailRepository, type TakenMail } from '../queue/mail.repository.js';
import { MailTry } from './mail-try.service.js';

/** Has the mails of workspaces sent, so many at once. Without a server it does nothing. */
@Injectable()
export class MailDispatcher implements LeasedWork<TakenMail>, OnModuleDestroy {
  readonly name = 'Mail';
  readonly failureCodes = { look: 'mail_not_dispatched', item: 'mail_try_not_recorded' } as const;
  readonly atOnce: number;
  private readonly hasServer: boolean;
  private readonly dispatcher = new LeaseDispatcher<TakenMail>(this);

  constructor(
    private readonly mails: MailRepository,
    private readonly tries: MailTry,
    private readonly unitOfWork: UnitOfWork,
    @Inject(MAIL_OPTIONS) { smtp, smtpConnections }: MailOptions,
  ) {
    this.atOnce = smtpConnections;
    this.hasServer = smtp !== undefined;
  }

  /** Begins to send what is due in a workspace. It does not wait for the server. */
  async dispatch(scope: TenantScope): Promise<void> {
    if (this.hasServer) await this.dispatcher.dispatch(scope);
  }

  onModuleDestroy(): Promise<void> {
    return this.dispatcher.end();
  }

  async take(scope: TenantScope, lease: string, room: number): Promise<TakenWork<TakenMail>> {
    const next = await this.mails.nextDue(scope);
    const isDue = next !== null && next <= 0;
    if (!isDue || room === 0) return { items: [], dueInMs: next === null ? [] : [next], isHungry: isDue };
    const items = await this.unitOfWork.run(scope, (inner) => this.mails.take(inner, room, lease));
    return { items, dueInMs: [], isHungry: items.length === room };
  }

  do(scope: TenantScope, mail: TakenMail, lease: string, stop: AbortSignal): Promise<void> {
    return this.tries.make(scope, mail, lease, stop);
  }
}
