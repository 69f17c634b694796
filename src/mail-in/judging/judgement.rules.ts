import type { TicketId } from '../../kernel/ids.js';
import { foldEmail, inOneLine, isBlank } from '../../kernel/text.js';
import { MAX_MESSAGE_ID_LENGTH } from '../../conversations/comment.rules.js';
import type { Participant } from '../../tickets/rules/participants.rules.js';
import { MAX_SUBJECT_LENGTH } from '../../tickets/rules/properties/ticket-properties.js';
import type { InboundEmail, Release } from '../entities/inbound-email.entity.js';
import type { HeldReason, MailKind } from './kind.rules.js';
import type { MailAddress, ReceivedMail } from '../message/received-mail.js';
import { mayAddParticipants, participantsOf } from './sender.rules.js';
import { belongsToTicket, joinsThread, type ThreadCandidate, type ThreadTicket } from './thread.rules.js';

/** Reasons why a person has to look at a mail. */
export const SUSPENDED_REASONS = [
  'blocked',
  'spam',
  'too_many',
  'no_sender',
  'empty_return_path',
  'unproven_sender',
  'member_without_ticket',
  'unproven_member',
  'no_ticket',
  'refused',
  'infected',
  'unreadable',
] as const;
export type SuspendedReason = (typeof SUSPENDED_REASONS)[number];

export const IGNORED_REASONS = ['own_mail', 'bounce', 'report', 'automatic'] as const;
export type IgnoredReason = (typeof IGNORED_REASONS)[number];

/** The headers of a mail that the table keeps. */
export type MailSays = Pick<
  InboundEmail,
  'messageId' | 'sender' | 'senderKey' | 'senderAuthenticated' | 'subject'
>;

export const SAYS_NOTHING: MailSays = {
  ...{ messageId: null, sender: null, senderKey: null, senderAuthenticated: null },
  subject: null,
};

/** A ticket that a mail may be about. */
export interface MailTicket extends ThreadTicket {
  readonly id: TicketId;
  readonly number: number;
  readonly mergedIntoId: TicketId | null;
}

/** The thread of a mail, and how it was found; null stands for a person's choice. */
export interface FoundThread {
  readonly ticket: MailTicket;
  readonly by: ThreadCandidate['by'] | null;
}

/** A mail with all facts that the decision needs. */
export interface JudgedMail {
  readonly mail: ReceivedMail;
  readonly kind: MailKind;
  readonly sender: MailAddress | null;
  readonly isMember: boolean;
  /** Whether `From` names a member besides the sender. */
  readonly namesMember: boolean;
  readonly authenticated: boolean | null;
  /** Whether the receiving server says that the sender has not sent it. */
  readonly isForged: boolean;
  readonly thread: FoundThread | null;
  readonly release: Release | null;
  /** Tells whether an address is our own, signed, blocked, or that of a member. */
  readonly isOurs: (address: string) => boolean;
}

export type Decision =
  | { readonly becomes: 'ignored'; readonly reason: Exclude<IgnoredReason, 'bounce'> }
  | { readonly becomes: 'bounce' }
  | { readonly becomes: 'suspended'; readonly reason: SuspendedReason; readonly ticket: MailTicket | null }
  | WrittenMail;

/** A mail that becomes a ticket or a comment. */
export type WrittenMail = {
  readonly sender: MailAddress;
  /** A program has sent it: it is not acknowledged, and opens no ticket. */
  readonly isAutomatic: boolean;
  readonly participants: readonly Participant[];
} & (
  | { readonly becomes: 'ticket' }
  | { readonly becomes: 'comment'; readonly ticket: MailTicket; readonly type: 'reply' | 'note' }
);

const OF_PROGRAMS = {
  own: { becomes: 'ignored', reason: 'own_mail' },
  bounce: { becomes: 'bounce' },
  report: { becomes: 'ignored', reason: 'report' },
} as const satisfies Readonly<Record<string, Decision>>;

/** Decides what a mail becomes, in the order of [rule 21]. Limits of an hour are counted when it is written. */
export function decide(judged: JudgedMail): Decision {
  const { kind, thread, release, sender, isMember } = judged;
  if (!('held' in kind)) return OF_PROGRAMS[kind.kind];
  if (kind.isAnswer && thread === null && release === null)
    return { becomes: 'ignored', reason: 'automatic' };
  const ticket = release?.as === 'ticket' ? null : (thread?.ticket ?? null);
  const suspended = (reason: SuspendedReason): Decision => ({ becomes: 'suspended', reason, ticket });
  if (sender === null) return suspended('no_sender');
  if (release === null) {
    const reason = reasonToSuspend(judged, kind.held);
    if (reason !== null) return suspended(reason);
  }
  const written = { sender, isAutomatic: kind.kind === 'automatic', participants: [] };
  if (isMember) {
    if (ticket === null) return suspended('member_without_ticket');
    if (judged.authenticated !== true && release === null) return suspended('unproven_member');
    return { ...written, becomes: 'comment', ticket, type: 'note' };
  }
  const participants = addedBy(judged, sender, ticket);
  if (ticket !== null) return { ...written, participants, becomes: 'comment', ticket, type: 'reply' };
  return release?.as === 'comment' ? suspended('no_ticket') : { ...written, participants, becomes: 'ticket' };
}

/** Finds what a person has to look at before a mail becomes anything. */
function reasonToSuspend(
  { thread, isMember, namesMember, isForged }: JudgedMail,
  held: HeldReason | null,
): SuspendedReason | null {
  // A mail that answers a mail of this service has a real sender.
  if (held !== null && (held !== 'empty_return_path' || thread === null)) return held;
  if (namesMember && !isMember) return 'unproven_member';
  // Anybody can write the number of a ticket.
  return isForged && !isMember && thread?.by === 'subject' ? 'unproven_sender' : null;
}

/** Lists the people in To and Cc who become participants. */
function addedBy(
  { mail, thread, authenticated, isOurs }: JudgedMail,
  sender: MailAddress,
  ticket: MailTicket | null,
): Participant[] {
  const isOfTicket = ticket !== null && belongsToTicket(ticket, sender.address);
  const by = ticket === null ? null : (thread?.by ?? 'references');
  if (!mayAddParticipants(by, isOfTicket, authenticated)) return [];
  return participantsOf(mail, sender, isOurs).map((one) => ({
    role: mail.to.includes(one) ? 'to' : 'cc',
    email: one.address,
  }));
}

/** The tickets that the candidates of a mail name. */
export interface NamedTickets {
  /** The ids of tickets by the Message-IDs of candidates, newest first. */
  readonly byMessage: ReadonlyMap<string, readonly TicketId[]>;
  readonly tickets: readonly MailTicket[];
}

/** Tells the number of the ticket of a signed reply address; null for any other address. */
export type NumberOf = (address: string) => number | null;

/** Finds the first ticket of the candidates that the mail may join. */
export function threadOf(
  candidates: readonly ThreadCandidate[],
  { byMessage, tickets }: NamedTickets,
  numberOf: NumberOf,
  mail: Pick<ReceivedMail, 'subject'>,
  sender: { readonly address: string; readonly isMember: boolean },
): FoundThread | null {
  for (const candidate of candidates) {
    const number = numberIn(candidate, numberOf);
    const named =
      'messageId' in candidate
        ? (byMessage.get(candidate.messageId) ?? []).flatMap(
            (id) => tickets.find((one) => one.id === id) ?? [],
          )
        : tickets.filter((one) => one.number === number);
    const ticket = named.find((one) => joinsThread(candidate, mail, one, sender));
    if (ticket) return { ticket, by: candidate.by };
  }
  return null;
}

/** Reads the number of the ticket that a candidate names; null when it names none, or a Message-ID. */
export function numberIn(candidate: ThreadCandidate, numberOf: NumberOf): number | null {
  if (candidate.by === 'subject') return candidate.number;
  return candidate.by === 'reply_address' ? numberOf(candidate.address) : null;
}

/** Keeps what a mail says, as far as there is room for it. */
export function saysOf(
  mail: ReceivedMail,
  sender: MailAddress | null,
  authenticated: boolean | null,
): MailSays {
  const { messageId } = mail;
  return {
    messageId: messageId !== null && messageId.length <= MAX_MESSAGE_ID_LENGTH ? messageId : null,
    sender: sender?.address ?? null,
    senderKey: sender === null ? null : foldEmail(sender.address),
    senderAuthenticated: authenticated,
    subject: shortened(mail.subject),
  };
}

const NO_SUBJECT = '(no subject)';

export function subjectOf(mail: ReceivedMail): string {
  const subject = shortened(mail.subject);
  return isBlank(subject) ? NO_SUBJECT : subject;
}

/** Cuts a text where a ticket or a customer has no more room for it. */
export function shortened(text: string): string {
  return Array.from(inOneLine(text)).slice(0, MAX_SUBJECT_LENGTH).join('');
}
