import { Injectable } from '@nestjs/common';
import { AttachmentsService } from '../attachments/attachments.service.js';
import type { ServedAttachment } from '../attachments/attachment.row.js';
import { CommentWriterService } from '../conversations/comment-writer.service.js';
import type { CommentEntry } from '../conversations/comment.rules.js';
import type { NewAuditEntry } from '../events/audit-entry.js';
import { AuditLogService } from '../events/audit-log.service.js';
import { DomainError } from '../kernel/errors.js';
import type { CommentId, TicketId } from '../kernel/ids.js';
import { AcknowledgementsService } from '../mail/sending/acknowledgements.service.js';
import { Configuration } from '../platform/config/configuration.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { CommentedTicketsService } from '../tickets/write/commented-tickets.service.js';
import { MAIL } from '../tickets/write/ticket-content.rules.js';
import { TicketWriterService } from '../tickets/write/ticket-writer.service.js';
import { emailSuspended } from './inbound-email-audit.rules.js';
import {
  InboundEmailRepository,
  type FinishedEmail,
  type TakenEmail,
  type TicketsOfHour,
} from './inbound-email.repository.js';
import {
  shortened,
  subjectOf,
  type MailSays,
  type MailTicket,
  type SuspendedReason,
  type WrittenMail,
} from './judging/judgement.rules.js';
import { LeaseLost } from './reading/lease-lost.js';
import { MailFilesService, type StoredMailFiles } from './mail-files.service.js';
import type { ReceivedMail } from './message/received-mail.js';

/** A mail that is judged by a lease. */
export type LeasedEmail = TakenEmail & { readonly lease: string };

/** Ends a unit of work of a mail that comes too soon after others. */
class TooMany extends Error {
  override readonly name = 'TooMany';
}

/** A mail that becomes a ticket or a comment, with the decision and its bytes. */
interface Writing {
  readonly mail: ReceivedMail;
  readonly decision: WrittenMail;
  readonly says: MailSays;
  /** The file with the bytes of the mail. */
  readonly whole: ServedAttachment;
}

type Outcome = Pick<FinishedEmail, 'state' | 'reason'> &
  Partial<Pick<FinishedEmail, 'ticketId' | 'commentId'>>;

/** Writes the result of judging a mail, with its ticket or comment, in one transaction. @throws LeaseLost by every method */
@Injectable()
export class OutcomeWriterService {
  constructor(
    private readonly emails: InboundEmailRepository,
    private readonly tickets: TicketWriterService,
    private readonly comments: CommentWriterService,
    private readonly commented: CommentedTicketsService,
    private readonly files: MailFilesService,
    private readonly attachments: AttachmentsService,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly audit: AuditLogService,
    private readonly unitOfWork: UnitOfWork,
    private readonly configuration: Configuration,
  ) {}

  /** Ends the judging of a mail that becomes neither ticket nor comment, and records entries in the same transaction. */
  async finish(
    scope: TenantScope,
    email: LeasedEmail,
    outcome: Outcome,
    says: MailSays,
    entries: readonly NewAuditEntry[] = [],
  ): Promise<void> {
    await this.unitOfWork.run(scope, async (inner) => {
      await this.finishIn(inner, email, outcome, says);
      await this.audit.record(inner, ...entries);
    });
  }

  /** Gives a mail to a person. */
  suspend(
    scope: TenantScope,
    email: LeasedEmail,
    reason: SuspendedReason,
    ticket: MailTicket | null,
    says: MailSays,
  ): Promise<void> {
    const entries = [emailSuspended(email.id, reason, ticket)];
    const outcome = { state: 'suspended', reason, ticketId: ticket?.id ?? null } as const;
    return this.finish(scope, email, outcome, says, entries);
  }

  /** Tells whether a mail comes too soon after others: for a comment of a ticket, or else for a new one. `write` checks once more. */
  isTooMany(scope: TenantScope, ticket: MailTicket | null, { senderKey }: MailSays): Promise<boolean> {
    return this.unitOfWork.run(scope, async (inner) =>
      ticket === null
        ? this.isTooManyOf(await this.emails.ticketsOfHour(inner, senderKey))
        : isFull(
            await this.emails.commentsOfHour(inner, ticket.id),
            this.configuration.inboundMailsPerTicket,
          ),
    );
  }

  /** Makes a ticket or a comment from a mail. When it cannot be written, nothing of it stays, and a person gets it. */
  async write(scope: TenantScope, email: LeasedEmail, writing: Writing): Promise<void> {
    const { mail, decision, says, whole } = writing;
    const open = (): Promise<AsyncIterable<Uint8Array>> => this.attachments.open(whole);
    const files = await this.files.store(scope, mail, { byteSize: whole.byteSize, open });
    try {
      await (decision.becomes === 'ticket'
        ? this.raise(scope, email, { ...writing, decision }, files)
        : this.comment(scope, email, { ...writing, decision }, files));
    } catch (error) {
      await this.files.discard(scope, files.uploads);
      const reason = reasonOf(error);
      if (reason === null) throw error;
      const ticket = decision.becomes === 'comment' ? decision.ticket : null;
      await this.suspend(scope, email, reason, ticket, says);
    }
  }

  /** Ends the judging in a unit of work. */
  async finishIn(
    inner: InnerScope,
    { id, lease }: Pick<LeasedEmail, 'id' | 'lease'>,
    { ticketId = null, commentId = null, ...outcome }: Outcome,
    says: MailSays,
  ): Promise<void> {
    const done = { id, lease, ...outcome, ticketId, commentId, says };
    if (!(await this.emails.finish(inner, done))) throw new LeaseLost();
  }

  private async raise(
    scope: TenantScope,
    email: LeasedEmail,
    { mail, decision, says }: Writing,
    { content, uploads }: StoredMailFiles,
  ): Promise<void> {
    const { sender, participants, isAutomatic } = decision;
    const changes = {
      ...{
        email: sender.address,
        subject: subjectOf(mail),
        description: content,
        priority: 'medium' as const,
      },
      attachments: uploads.map(({ signedId }) => signedId),
    };
    const value = {
      ...{ changes, externalId: null, source: null },
      ...(sender.name !== '' && { customerName: shortened(sender.name) }),
      ...(participants.length > 0 && { participants }),
      ...(says.messageId !== null && { messageId: says.messageId }),
    };
    const isAnswered = !isAutomatic && !email.isOld;
    await this.tickets.create(
      scope,
      { value, problems: [] },
      {
        rules: MAIL,
        first: async (inner, ticketId) => {
          await this.refuseTooManyTickets(inner, email, says);
          await this.finishIn(inner, email, { ...ACCEPTED, ticketId }, says);
        },
        besides: (inner, ticketId) =>
          isAnswered ? this.acknowledgements.add(inner, ticketId) : Promise.resolve(),
      },
    );
  }

  private async comment(
    scope: TenantScope,
    email: LeasedEmail,
    { decision, says }: Writing & { readonly decision: { readonly becomes: 'comment' } },
    { content, uploads }: StoredMailFiles,
  ): Promise<void> {
    const { sender, participants, isAutomatic, ticket, type } = decision;
    const value: CommentEntry = {
      ...{ authorEmail: sender.address, authorType: type === 'note' ? 'agent' : 'customer' },
      ...{ commentType: type, content, mentions: [], isAutomatic, isSilent: false },
      senderAuthenticated: says.senderAuthenticated,
      attachments: uploads.map(({ signedId }) => signedId),
      ...(sender.name !== '' && { authorName: shortened(sender.name) }),
      ...(says.messageId !== null && { messageId: says.messageId }),
    };
    const first = async (inner: InnerScope, ticketId: TicketId, commentId: CommentId): Promise<void> => {
      await this.refuseTooManyComments(inner, email, ticketId);
      await this.finishIn(inner, email, { ...ACCEPTED, ticketId, commentId }, says);
    };
    await this.comments.create(
      scope,
      ticket.id,
      { value, problems: [] },
      {
        isAlwaysNew: true,
        first: async (inner, locked, commentId) => {
          await first(inner, locked.id, commentId);
          await this.commented.addParticipants(inner, locked, participants);
        },
      },
    );
  }

  /** @throws TooMany */
  private async refuseTooManyTickets(
    inner: InnerScope,
    { released }: LeasedEmail,
    { senderKey }: MailSays,
  ): Promise<void> {
    const { inboundTicketsPerSender, inboundTicketsPerWorkspace } = this.configuration;
    if (released !== null || inboundTicketsPerSender + inboundTicketsPerWorkspace === 0) return;
    // Others who count wait until the unit of work ends.
    await inner.transaction.lock('inbound_emails');
    if (this.isTooManyOf(await this.emails.ticketsOfHour(inner, senderKey))) throw new TooMany();
  }

  private isTooManyOf({ ofSender, ofWorkspace }: TicketsOfHour): boolean {
    const { inboundTicketsPerSender, inboundTicketsPerWorkspace } = this.configuration;
    return isFull(ofSender, inboundTicketsPerSender) || isFull(ofWorkspace, inboundTicketsPerWorkspace);
  }

  /** @throws TooMany */
  private async refuseTooManyComments(
    inner: InnerScope,
    { released }: LeasedEmail,
    ticketId: TicketId,
  ): Promise<void> {
    const { inboundMailsPerTicket: most } = this.configuration;
    if (released !== null || most === 0) return;
    if (isFull(await this.emails.commentsOfHour(inner, ticketId), most)) throw new TooMany();
  }
}

const ACCEPTED = { state: 'accepted', reason: null } as const;

/** Zero means no limit. */
function isFull(count: number, most: number): boolean {
  return most > 0 && count >= most;
}

/** Says why a mail cannot be written; null for a failure that the mail did not cause. */
function reasonOf(error: unknown): SuspendedReason | null {
  if (error instanceof TooMany) return 'too_many';
  return error instanceof DomainError && error.kind === 'invalid' ? 'refused' : null;
}
