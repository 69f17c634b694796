import { Injectable } from '@nestjs/common';
import { CommentReaderService } from '../../conversations/comment-reader.service.js';
import { foldEmail } from '../../kernel/text.js';
import { ReplyAddressesService } from '../../mail/composing/reply-addresses.service.js';
import { Configuration } from '../../platform/config/configuration.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { InboundEmailRepository, type InboundDesk } from '../inbound-email.repository.js';
import type { MailAddress, ReceivedMail } from '../message/received-mail.js';
import type { LeasedEmail } from '../outcome-writer.service.js';
import { BlockedSenders } from './blocked-senders.js';
import {
  decide,
  numberIn,
  saysOf,
  threadOf,
  type Decision,
  type FoundThread,
  type MailSays,
  type MailTicket,
} from './judgement.rules.js';
import { kindOf } from './kind.rules.js';
import { isAuthenticated, isCalledForged, recipientsOf, relayedSenderOf, senderOf } from './sender.rules.js';
import { threadCandidates } from './thread.rules.js';

export interface Judgement {
  readonly decision: Decision;
  readonly says: MailSays;
  /** The ticket of the thread, even when it is merged, because the mails that bounce are about it. */
  readonly ticket: MailTicket | null;
  readonly remoteImages: InboundDesk['remoteImages'];
}

/** The workspace's side of a mail: who speaks in it, and the ticket that it names. */
interface Circumstances {
  readonly desk: InboundDesk;
  readonly isOwn: (address: string) => boolean;
  /** The visitor who wrote into a contact form; null when no form has sent the mail. */
  readonly relayed: MailAddress | null;
  readonly sender: MailAddress | null;
  readonly found: FoundThread | null;
  /** The thread; when its ticket is merged, the thread of the target [rule 24]. */
  readonly thread: FoundThread | null;
}

/** Judges what a mail is, who speaks in it and which ticket it belongs to. It writes nothing [rule 21]. */
@Injectable()
export class JudgementService {
  constructor(
    private readonly emails: InboundEmailRepository,
    private readonly conversations: CommentReaderService,
    private readonly replyAddresses: ReplyAddressesService,
    private readonly configuration: Configuration,
  ) {}

  /** Judges a mail, or its headers alone. */
  async of(scope: TenantScope, email: LeasedEmail, mail: ReceivedMail): Promise<Judgement> {
    const { desk, isOwn, relayed, sender, found, thread } = await this.lookUp(scope, email, mail);
    const { mailAuthservId, baseDomain } = this.configuration;
    const memberKeys = new Set(desk.memberKeys);
    const isMember = ({ address }: MailAddress): boolean => memberKeys.has(foldEmail(address));
    const blockedSenders = new BlockedSenders(desk.blockedSenders);
    const host = `${desk.subdomain}.${baseDomain}`;
    const isReplyAddress = (address: string): boolean => this.numberOf(scope, address) !== null;
    const authenticated = sender && isAuthenticated(mail, sender, mailAuthservId);
    const decision = decide({
      ...{ mail, sender, authenticated, thread, release: email.released },
      isMember: sender !== null && isMember(sender),
      isOurs: (address) => isOwn(address) || blockedSenders.has(address),
      namesMember: relayed === null && mail.from.some(isMember),
      isForged: isCalledForged(mail, mailAuthservId),
      kind: kindOf(mail, { ...desk, host, blockedSenders, isReplyAddress }, relayed),
    });
    const says = saysOf(mail, sender, authenticated);
    return { decision, says, ticket: found?.ticket ?? null, remoteImages: desk.remoteImages };
  }

  private async lookUp(scope: TenantScope, email: LeasedEmail, mail: ReceivedMail): Promise<Circumstances> {
    const { released } = email;
    const people = [...mail.from, ...recipientsOf(mail), ...mail.replyTo].map(({ address }) =>
      foldEmail(address),
    );
    if (released?.sender) people.push(foldEmail(released.sender.address));
    const desk = await this.emails.desk(scope, [...new Set(people)]);
    const isOwn = this.ownOf(scope, mail, desk);
    const relayed = relayedSenderOf(mail, desk.mailRelays, isOwn);
    const sender = released?.sender ?? relayed ?? senderOf(mail);
    const found = await this.threadOf(scope, email, mail, desk, sender);
    return { desk, isOwn, relayed, sender, found, thread: found && (await this.ledOn(scope, found)) };
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
    scope: TenantScope,
    { released }: LeasedEmail,
    mail: ReceivedMail,
    { memberKeys }: InboundDesk,
    speaker: MailAddress | null,
  ): Promise<FoundThread | null> {
    if (released && released.ticketId !== null) {
      const [ticket] = await this.emails.tickets(scope, [released.ticketId]);
      return ticket ? { ticket, by: null } : null;
    }
    const candidates = threadCandidates(mail);
    if (candidates.length === 0) return null;
    const numberOf = (address: string): number | null => this.numberOf(scope, address);
    const messageIds = candidates.flatMap((one) => ('messageId' in one ? [one.messageId] : []));
    const byMessage = await this.conversations.ticketsOfMessages(scope, messageIds);
    const numbers = candidates.flatMap((one) => numberIn(one, numberOf) ?? []);
    const tickets = await this.emails.tickets(scope, [...byMessage.values()].flat(), numbers);
    const address = speaker?.address ?? '';
    const sender = { address, isMember: memberKeys.includes(foldEmail(address)) };
    return threadOf(candidates, { byMessage, tickets }, numberOf, mail, sender);
  }

  /** Moves a mail from a merged ticket to the target of the merge [rule 24]. */
  private async ledOn(scope: TenantScope, thread: FoundThread): Promise<FoundThread> {
    const { mergedIntoId } = thread.ticket;
    const [target] = mergedIntoId === null ? [] : await this.emails.tickets(scope, [mergedIntoId]);
    return target ? { ...thread, ticket: target } : thread;
  }

  private numberOf(scope: TenantScope, address: string): number | null {
    return this.replyAddresses.ticketIn(scope, [address]);
  }
}
