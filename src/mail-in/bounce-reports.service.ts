import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../events/audit-log.service.js';
import type { TicketId } from '../kernel/ids.js';
import { MailBouncesService } from '../mail/sending/mail-bounces.service.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { emailBounced } from './inbound-email-audit.rules.js';
import { InboundEmailRepository } from './inbound-email.repository.js';
import type { MailSays, MailTicket } from './judging/judgement.rules.js';
import { OutcomeWriterService, type LeasedEmail } from './outcome-writer.service.js';
import { failuresOf } from './judging/kind.rules.js';
import type { DeliveryReport, ReceivedMail } from './message/received-mail.js';

/** The service reads at most this number of recipients of a report. */
const MOST_RECIPIENTS = 20;

interface Failure {
  readonly recipient: string | null;
  readonly words: string;
}

/** Writes down which mails of ours came back [rule 21]. */
@Injectable()
export class BounceReportsService {
  constructor(
    private readonly emails: InboundEmailRepository,
    private readonly outcomes: OutcomeWriterService,
    private readonly bounces: MailBouncesService,
    private readonly audit: AuditLogService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Marks the mail that a bounce is about as failed; `ticket` is that of the address to which the bounce came. A mail that is only late stays. */
  async note(
    scope: TenantScope,
    email: LeasedEmail,
    {
      mail,
      says,
      ticket,
    }: { readonly mail: ReceivedMail; readonly says: MailSays; readonly ticket: MailTicket | null },
  ): Promise<void> {
    const failures = failuresIn(mail);
    await this.unitOfWork.run(scope, async (inner) => {
      const messageId = mail.report?.messageId ?? null;
      let ticketId: TicketId | null = null;
      for (const failure of failures) {
        const returned = await this.bounces.failed(inner, {
          ...failure,
          messageId,
          ticketId: ticket?.id ?? null,
        });
        ticketId ??= returned?.ticketId ?? null;
      }
      ticketId ??= ticket?.id ?? null;
      await this.outcomes.finishIn(inner, email, { state: 'ignored', reason: 'bounce', ticketId }, says);
      if (failures.length > 0) await this.record(inner, email);
    });
  }

  private async record(inner: InnerScope, { id }: LeasedEmail): Promise<void> {
    const { ticketId = null, ticketNumber: number = null } = (await this.emails.find(inner, id)) ?? {};
    const ticket = ticketId === null || number === null ? null : { id: ticketId, number };
    await this.audit.record(inner, emailBounced(id, ticket));
  }
}

/** Lists the recipients that a mail did not reach. A report without such a list is about one unknown recipient. */
function failuresIn({ report, subject }: ReceivedMail): readonly Failure[] {
  if (report === null || report.recipients.length === 0) return [{ recipient: null, words: subject }];
  return failuresOf(report)
    .slice(0, MOST_RECIPIENTS)
    .map((one) => ({
      recipient: one.recipient === '' ? null : one.recipient,
      words: wordsOf(one) || subject,
    }));
}

function wordsOf({ status, diagnostic }: DeliveryReport['recipients'][number]): string {
  return diagnostic.includes(status) ? diagnostic : `${status} ${diagnostic}`.trim();
}
