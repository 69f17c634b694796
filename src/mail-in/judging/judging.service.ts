import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { AttachmentsService } from '../../attachments/attachments.service.js';
import type { ServedAttachment } from '../../attachments/attachment.row.js';
import { KeptFiles } from '../../attachments/kept-files.service.js';
import { CommentReaderService } from '../../conversations/comment-reader.service.js';
import { DomainError, traceOf, type ErrorKind } from '../../kernel/errors.js';
import type { AttachmentId, InboundEmailId, WorkspaceId } from '../../kernel/ids.js';
import { foldEmail } from '../../kernel/text.js';
import { ReplyAddresses } from '../../mail/composing/reply-addresses.service.js';
import { Configuration } from '../../platform/config/configuration.js';
import { FailedWork } from '../../platform/queue/failed-work.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { Bounces } from '../bounces.service.js';
import { InboundEmailRepository, type InboundDesk, type TakenEmail } from '../inbound-email.repository.js';
import { MOST_FAILURES } from '../inbound-email.sql.js';
import {
  decide,
  numberIn,
  saysOf,
  SAYS_NOTHING,
  threadOf,
  type Decision,
  type FoundThread,
  type MailSays,
  type MailTicket,
} from './judgement.rules.js';
import { HeldLease } from '../reading/held-lease.js';
import { LeaseLost } from '../reading/lease-lost.js';
import { OutcomeWriter, type LeasedEmail } from '../outcome-writer.service.js';
import { BlockedSenders } from './blocked-senders.js';
import { kindOf } from './kind.rules.js';
import { mailHeadOf, MOST_HEAD_BYTES } from '../message/mail-head.js';
import { MailReader } from '../reading/mail-reader.js';
import type { MailAddress, ReceivedMail } from '../message/received-mail.js';
import { isAuthenticated, isCalledForged, relayedSenderOf, senderOf } from './sender.rules.js';
import { threadCandidates } from './thread.rules.js';
import { withoutRemotePictures } from '../remote-pictures.rules.js';

/** A mail whose judging has failed waits so long for the next try. */
const WAIT_MS = 10_000;

/** A mail of so many bytes is read so quickly that the headers before it would only cost time. */
const QUICK_BYTES = 64 * 1024;

/** A process waits so long at its end for the mails that it judges. */
const PATIENCE_MS = 2_500;

/** The failures that pass: the database is away, or somebody has just merged the ticket, whose target the next try finds. */
const PASSING: ReadonlySet<ErrorKind> = new Set(['unavailable', 'conflict']);

interface Judgement {
  readonly decision: Decision;
  readonly says: MailSays;
  /** The ticket of the thread, also when it is merged: the mails that come back are its own. */
  readonly ticket: MailTicket | null;
  readonly remoteImages: InboundDesk['remoteImages'];
}

/** Judges mails that a lease has given to this process [rule 21]. No other process judges them meanwhile, and the service writes nothing twice. */
@Injectable()
export class Judging implements OnModuleDestroy {
  private readonly logger = new Logger('MailIn');
  private readonly underWay = new Map<InboundEmailId, Promise<void>>();
  private readonly listeners: ((workspaceId: WorkspaceId) => void)[] = [];
  private isEnding = false;

  constructor(
    private readonly emails: InboundEmailRepository,
    private readonly reader: MailReader,
    private readonly outcomes: OutcomeWriter,
    private readonly bounces: Bounces,
    private readonly files: KeptFiles,
    private readonly attachments: AttachmentsService,
    private readonly conversations: CommentReaderService,
    private readonly replyAddresses: ReplyAddresses,
    private readonly unitOfWork: UnitOfWork,
    private readonly configuration: Configuration,
    private readonly failedWork: FailedWork,
  ) {}

  /** Registers a listener. The service calls it with each workspace that has a mail to judge again. */
  onPostponed(listener: (workspaceId: WorkspaceId) => void): void {
    this.listeners.push(listener);
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
   */
  judge(scope: TenantScope, email: TakenEmail, lease: string): Promise<void> {
    if (this.isEnding) return Promise.resolve();
    const judged = this.attempt(scope, { ...email, lease }).finally(() => this.underWay.delete(email.id));
    this.underWay.set(email.id, judged);
    return judged;
  }

  private async attempt(scope: TenantScope, email: LeasedEmail): Promise<void> {
    try {
      await this.tryOnce(scope, email);
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

  private async tryOnce(scope: TenantScope, email: LeasedEmail): Promise<void> {
    const whole = await this.files.find(scope, email.id as string as AttachmentId);
    if (whole === null || email.failures >= MOST_FAILURES) {
      await this.outcomes.suspend(scope, email, 'unreadable', null, SAYS_NOTHING);
      return;
    }
    const lease = new HeldLease((isWaiting) => {
      const failures = email.failures - (isWaiting ? 1 : 0);
      return this.unitOfWork.run(scope, (inner) =>
        this.emails.renew(inner, email.id, email.lease, { failures }),
      );
    });
    await lease.during(() => this.readInTurn(scope, email, whole, lease));
  }

  /** Reads a mail when it is its turn. Of one that may have to wait, the headers are read before. */
  private async readInTurn(
    scope: TenantScope,
    email: LeasedEmail,
    whole: ServedAttachment,
    { begun }: HeldLease,
  ): Promise<void> {
    const mayWait = this.reader.isBusy || email.byteSize > QUICK_BYTES;
    const head = mayWait ? await this.headOf(whole) : null;
    if (head !== null && (await this.isTooMany(scope, email, head))) return;
    const sender = foldEmail(head?.from[0]?.address ?? '');
    const open = (): Promise<AsyncIterable<Uint8Array>> => this.attachments.open(whole);
    const unread = { workspaceId: scope.workspaceId, sender, byteSize: email.byteSize, open, begun };
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
    const { decision, says } = await this.judgementOf(scope, email, head);
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
    const { decision, says, ticket, remoteImages } = await this.judgementOf(scope, email, mail);
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

  private async judgementOf(scope: TenantScope, email: LeasedEmail, mail: ReceivedMail): Promise<Judgement> {
    const { released } = email;
    const people = [...mail.from, ...mail.to, ...mail.cc, ...mail.replyTo].map(({ address }) =>
      foldEmail(address),
    );
    if (released?.sender) people.push(foldEmail(released.sender.address));
    const { desk, isOwn, relayed, sender, found, thread } = await this.unitOfWork.run(
      scope,
      async (inner) => {
        const known = await this.emails.desk(inner, [...new Set(people)]);
        const own = this.ownOf(scope, mail, known);
        const relayedSender = relayedSenderOf(mail, known.mailRelays, own);
        const speaker = released?.sender ?? relayedSender ?? senderOf(mail);
        const named = await this.threadOf(inner, email, mail, known, speaker);
        return {
          ...{ desk: known, isOwn: own, relayed: relayedSender, sender: speaker, found: named },
          thread: named && (await this.ledOn(inner, named)),
        };
      },
    );
    const { mailAuthservId, baseDomain } = this.configuration;
    const memberKeys = new Set(desk.memberKeys);
    const isMember = ({ address }: MailAddress): boolean => memberKeys.has(foldEmail(address));
    const blockedSenders = new BlockedSenders(desk.blockedSenders);
    const host = `${desk.subdomain}.${baseDomain}`;
    const isReplyAddress = (address: string): boolean => this.numberOf(scope, address) !== null;
    const authenticated = sender && isAuthenticated(mail, sender, mailAuthservId);
    const decision = decide({
      ...{ mail, sender, authenticated, thread, release: released },
      isMember: sender !== null && isMember(sender),
      isOurs: (address) => isOwn(address) || blockedSenders.has(address),
      namesMember: relayed === null && mail.from.some(isMember),
      isForged: isCalledForged(mail, mailAuthservId),
      kind: kindOf(mail, { ...desk, host, blockedSenders, isReplyAddress }, relayed),
    });
    const says = saysOf(mail, sender, authenticated);
    return { decision, says, ticket: found?.ticket ?? null, remoteImages: desk.remoteImages };
  }

  /** Makes the test of addresses that are the workspace's own, or those of its members. None of them is a customer. */
  private ownOf(
    scope: TenantScope,
    mail: ReceivedMail,
    { memberKeys, ownAddresses, mailRelays }: InboundDesk,
  ): (address: string) => boolean {
    // The mailbox to which the mail was delivered is ours, too.
    const own = [...ownAddresses, ...mailRelays, ...mail.deliveredTo].map(foldEmail);
    const ours = new Set([...memberKeys, ...own]);
    return (address) => ours.has(foldEmail(address)) || this.numberOf(scope, address) !== null;
  }

  /** Finds the ticket of a mail: the one that a person has named, or the first one that the mail itself may join. */
  private async threadOf(
    inner: InnerScope,
    { released }: LeasedEmail,
    mail: ReceivedMail,
    { memberKeys }: InboundDesk,
    speaker: MailAddress | null,
  ): Promise<FoundThread | null> {
    if (released && released.ticketId !== null) {
      const [ticket] = await this.emails.tickets(inner, [released.ticketId]);
      return ticket ? { ticket, by: null } : null;
    }
    const candidates = threadCandidates(mail);
    if (candidates.length === 0) return null;
    const numberOf = (address: string): number | null => this.numberOf(inner, address);
    const messageIds = candidates.flatMap((one) => ('messageId' in one ? [one.messageId] : []));
    const byMessage = await this.conversations.ticketsOfMessages(inner, messageIds);
    const numbers = candidates.flatMap((one) => numberIn(one, numberOf) ?? []);
    const tickets = await this.emails.tickets(inner, [...byMessage.values()].flat(), numbers);
    const address = speaker?.address ?? '';
    const sender = { address, isMember: memberKeys.includes(foldEmail(address)) };
    return threadOf(candidates, { byMessage, tickets }, numberOf, mail, sender);
  }

  /** Leads a mail from a merged ticket to the one that goes on [rule 24]. */
  private async ledOn(inner: InnerScope, thread: FoundThread): Promise<FoundThread> {
    const { mergedIntoId } = thread.ticket;
    const [target] = mergedIntoId === null ? [] : await this.emails.tickets(inner, [mergedIntoId]);
    return target ? { ...thread, ticket: target } : thread;
  }

  private numberOf(scope: TenantScope | InnerScope, address: string): number | null {
    return this.replyAddresses.ticketIn(scope, [address]);
  }

  /** Gives a mail back. A failure that is not the mail's does not count. */
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
        for (const listener of this.listeners) listener(scope.workspaceId);
      });
    });
  }
}

function withoutPictures(mail: ReceivedMail): ReceivedMail {
  return { ...mail, words: { ...mail.words, content: withoutRemotePictures(mail.words.content) } };
}
