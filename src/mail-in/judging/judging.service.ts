import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { AttachmentsService } from '../../attachments/attachments.service.js';
import type { ServedAttachment } from '../../attachments/attachment.row.js';
import { KeptFilesService } from '../../attachments/kept-files.service.js';
import { DomainError, traceOf, type ErrorKind } from '../../kernel/errors.js';
import type { AttachmentId, InboundEmailId } from '../../kernel/ids.js';
import { foldEmail } from '../../kernel/text.js';
import { DueWorkspaces } from '../../platform/queue/due-workspaces.js';
import { FailedWork } from '../../platform/queue/failed-work.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { BounceReportsService } from '../bounce-reports.service.js';
import { InboundEmailRepository, type TakenEmail } from '../inbound-email.repository.js';
import { MOST_FAILURES, OF_WAITING } from '../inbound-email.sql.js';
import { mailHeadOf, MOST_HEAD_BYTES } from '../message/mail-head.js';
import type { ReceivedMail } from '../message/received-mail.js';
import { OutcomeWriterService, type LeasedEmail } from '../outcome-writer.service.js';
import { HeldLease } from '../reading/held-lease.js';
import { LeaseLost } from '../reading/lease-lost.js';
import { InboundMailReader } from '../reading/inbound-mail-reader.js';
import { withoutRemotePictures } from '../remote-pictures.rules.js';
import { SAYS_NOTHING } from './judgement.rules.js';
import { JudgementService } from './judgement.service.js';

/** The pause before the next try, after the judging of a mail has failed. */
const WAIT_MS = 10_000;

/** A mail of at most these bytes is read quickly. To read its headers before, or to note when its reading begins, would cost more time. */
const QUICK_BYTES = 64 * 1024;

/** A process that ends waits at most this long for the mails that it judges. */
const PATIENCE_MS = 2_500;

/** Failures after which a mail is tried again: the database did not answer, or somebody merged the ticket at this moment. */
const PASSING: ReadonlySet<ErrorKind> = new Set(['unavailable', 'conflict']);

/** Judges mails that a lease has given to this process [rule 21]. No other process judges them meanwhile, and the service writes nothing twice. */
@Injectable()
export class JudgingService implements OnModuleDestroy {
  private readonly logger = new Logger('MailIn');
  private readonly underWay = new Map<InboundEmailId, Promise<void>>();
  /** These workspaces have a mail to judge again. */
  readonly due = new DueWorkspaces();
  private isEnding = false;

  constructor(
    private readonly emails: InboundEmailRepository,
    private readonly reader: InboundMailReader,
    private readonly outcomes: OutcomeWriterService,
    private readonly bounces: BounceReportsService,
    private readonly files: KeptFilesService,
    private readonly attachments: AttachmentsService,
    private readonly judgements: JudgementService,
    private readonly unitOfWork: UnitOfWork,
    private readonly failedWork: FailedWork,
  ) {}

  /** Whether a mail that comes now has to wait for others. */
  get isBusy(): boolean {
    return this.reader.isBusy;
  }

  /** Resolves when this process has judged the mail, or at once when it does not judge it. */
  async settled(id: InboundEmailId): Promise<void> {
    await this.underWay.get(id);
  }

  /** Waits a while for the mails under way, then ends their reading. The database is still there, so that they can be given back. */
  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    const judged = Promise.allSettled(this.underWay.values());
    await Promise.race([judged, sleep(PATIENCE_MS, undefined, { ref: false })]);
    this.reader.close();
    await judged;
  }

  /**
   * Judges a mail, and writes down what became of it. A failure gives the mail back, so that it is tried again. A process that ends judges
   * none any more: another one does when the lease has ended.
   * @param known the bytes of a mail that has just come
   */
  judge(scope: TenantScope, email: TakenEmail, lease: string, known?: ServedAttachment): Promise<void> {
    if (this.isEnding) return Promise.resolve();
    const judged = this.attempt(scope, { ...email, lease }, known).finally(() =>
      this.underWay.delete(email.id),
    );
    this.underWay.set(email.id, judged);
    return judged;
  }

  private async attempt(scope: TenantScope, email: LeasedEmail, known?: ServedAttachment): Promise<void> {
    try {
      await this.tryOnce(scope, email, known);
    } catch (error) {
      if (error instanceof LeaseLost) return;
      if (!this.isEnding)
        this.failedWork.note('mail_not_judged', { workspaceId: scope.workspaceId, email: email.id }, error);
      await this.giveBack(scope, email, error).catch((failure: unknown) => {
        // The lease ends by itself.
        this.report('mail_not_given_back', email, failure);
      });
    }
  }

  /** Logs a failure, unless the end of the process has made it. */
  private report(code: string, { id }: TakenEmail, error: unknown): void {
    if (!this.isEnding) this.logger.error({ code, email: id, error: traceOf(error) });
  }

  private async tryOnce(scope: TenantScope, email: LeasedEmail, known?: ServedAttachment): Promise<void> {
    const whole = known ?? (await this.files.find(scope, email.id as string as AttachmentId));
    if (whole === null || email.failures >= MOST_FAILURES) {
      await this.outcomes.suspend(scope, email, 'unreadable', null, SAYS_NOTHING);
      return;
    }
    // The row of a small mail that has just come keeps saying that it waits, when it says so: nothing that ends its first lease is a failure.
    const lease = new HeldLease(
      (isWaiting) => {
        const failures = email.failures - (isWaiting ? OF_WAITING : 0);
        return this.unitOfWork.run(scope, (inner) =>
          this.emails.renew(inner, email.id, email.lease, { failures }),
        );
      },
      email.waits && !(known && isQuick(email)),
    );
    await lease.during(() => this.readInTurn(scope, email, whole, lease));
  }

  /** Reads a mail when it is its turn. Of a large one, the headers are read before. */
  private async readInTurn(
    scope: TenantScope,
    email: LeasedEmail,
    whole: ServedAttachment,
    { begun, waits }: HeldLease,
  ): Promise<void> {
    const head = isQuick(email) ? null : await this.headOf(whole);
    if (head !== null && (await this.isTooMany(scope, email, head))) return;
    const open = (): Promise<AsyncIterable<Uint8Array>> => this.attachments.open(whole);
    const unread = {
      ...{ workspaceId: scope.workspaceId, byteSize: email.byteSize, open, begun },
      sender: email.sender ?? foldEmail(head?.from[0]?.address ?? ''),
      waits: isQuick(email) ? () => undefined : waits,
    };
    await this.reader.read(unread, (mail) => this.use(scope, email, mail, whole));
  }

  private async headOf(whole: ServedAttachment): Promise<ReceivedMail | null> {
    const last = Math.min(whole.byteSize, MOST_HEAD_BYTES) - 1;
    if (last < 0) return null;
    return mailHeadOf(await buffer(await this.attachments.open(whole, { first: 0, last })));
  }

  /** Suspends a mail that comes too soon after others before it is read, when its headers say that it would become a ticket or a comment. */
  private async isTooMany(scope: TenantScope, email: LeasedEmail, head: ReceivedMail): Promise<boolean> {
    if (email.released !== null) return false;
    const { decision, says } = await this.judgements.of(scope, email, head);
    if (decision.becomes !== 'ticket' && decision.becomes !== 'comment') return false;
    const ticket = decision.becomes === 'comment' ? decision.ticket : null;
    if (!(await this.outcomes.isTooMany(scope, ticket, says))) return false;
    await this.outcomes.suspend(scope, email, 'too_many', ticket, says);
    return true;
  }

  private async use(
    scope: TenantScope,
    email: LeasedEmail,
    mail: ReceivedMail | 'unreadable',
    whole: ServedAttachment,
  ): Promise<void> {
    if (mail === 'unreadable') {
      await this.outcomes.suspend(scope, email, 'unreadable', null, SAYS_NOTHING);
      return;
    }
    const { decision, says, ticket, remoteImages } = await this.judgements.of(scope, email, mail);
    if (decision.becomes === 'ignored')
      await this.outcomes.finish(scope, email, { state: 'ignored', reason: decision.reason }, says);
    else if (decision.becomes === 'suspended')
      await this.outcomes.suspend(scope, email, decision.reason, decision.ticket, says);
    else if (decision.becomes === 'bounce') await this.bounces.note(scope, email, { mail, says, ticket });
    else {
      const shown = remoteImages === 'keep' ? mail : withoutPictures(mail);
      await this.outcomes.write(scope, email, { mail: shown, decision, says, whole });
    }
  }

  /** Gives a mail back. A failure that the mail did not cause does not count. */
  private async giveBack(
    scope: TenantScope,
    { id, lease, failures }: LeasedEmail,
    error: unknown,
  ): Promise<void> {
    const isOwn = !(error instanceof DomainError && PASSING.has(error.kind));
    const after = { failures: failures + (isOwn ? 1 : 0), waitMs: WAIT_MS };
    await this.unitOfWork.run(scope, async (inner) => {
      await this.emails.postpone(inner, id, lease, after);
      this.unitOfWork.afterwards(inner, () => {
        this.due.tell(scope);
      });
    });
  }
}

function isQuick({ byteSize }: TakenEmail): boolean {
  return byteSize <= QUICK_BYTES;
}

function withoutPictures(mail: ReceivedMail): ReceivedMail {
  return { ...mail, words: { ...mail.words, content: withoutRemotePictures(mail.words.content) } };
}
