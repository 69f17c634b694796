import { foldEmail } from '../../kernel/text.js';
import type { BlockedSenders } from './blocked-senders.js';
import type {
  DeliveryReport,
  JudgedHeader,
  MailAddress,
  ReceivedMail,
  ReportedRecipient,
} from '../message/received-mail.js';
import { isAutomaticAddress, senderOf } from './sender.rules.js';

/** The settings of a workspace that judging needs. */
export interface Desk {
  /** The right side of the Message-IDs of its mails. */
  readonly host: string;
  /** Its `mail_from` and `reply_to`. */
  readonly ownAddresses: readonly string[];
  readonly blockedSenders: BlockedSenders;
  /** Tells whether an address is a signed reply address of the workspace. */
  readonly isReplyAddress: (address: string) => boolean;
}

/** `empty_return_path`: only the empty return path says that a program has sent the mail. */
export type HeldReason = 'blocked' | 'spam' | 'no_sender' | 'empty_return_path';

/** A mail of one of the first kinds never becomes a ticket or comment. */
export type MailKind =
  | { readonly kind: 'own' | 'bounce' | 'report' }
  | {
      readonly kind: 'automatic' | 'ordinary';
      /** A program answers a mail: without a thread its answer is ignored. */
      readonly isAnswer: boolean;
      /** Why a person has to release it; null when nothing is wrong. */
      readonly held: HeldReason | null;
    };

/** Judges what a mail is, in the order of [rule 21]. `relayed` is the visitor who wrote it in a contact form of the workspace. */
export function kindOf(mail: ReceivedMail, desk: Desk, relayed: MailAddress | null = null): MailKind {
  if (isOwn(mail, desk, relayed)) return { kind: 'own' };
  if (isBounce(mail, desk, relayed)) return { kind: 'bounce' };
  if (mail.isFeedbackReport || mail.isReceipt) return { kind: 'report' };
  const isFromNobody = mail.returnPath === '' && relayed === null;
  const isMarked = isAutomaticAnswer(mail) || isAutomatic(mail, relayed);
  const reason = isFromNobody && !isMarked ? 'empty_return_path' : null;
  return {
    kind: isMarked || isFromNobody ? 'automatic' : 'ordinary',
    isAnswer: isAutomaticAnswer(mail) || (isMarked && isFromNobody),
    held: reasonToHold(mail, desk, relayed) ?? reason,
  };
}

/** Lists the recipients whom a mail will never reach. Servers try again after a code that begins with 4. */
export function failuresOf({ recipients }: DeliveryReport): readonly ReportedRecipient[] {
  return recipients.filter(({ action, status }) => action === 'failed' && !status.startsWith('4.'));
}

function isOwn(
  { messageId, from }: ReceivedMail,
  { host, ownAddresses, isReplyAddress }: Desk,
  relayed: MailAddress | null,
): boolean {
  if (messageId?.toLowerCase().endsWith(`@${host.toLowerCase()}>`)) return true;
  // Contact forms may write under the address of the desk.
  if (relayed !== null) return false;
  const own = new Set(ownAddresses.map(foldEmail));
  return from.some(({ address }) => own.has(foldEmail(address)) || isReplyAddress(address));
}

/**
 * Tells whether a mail is a bounce. An old server writes it in words of its own, to the address from which the mail was sent. A visitor may
 * paste a mail into a contact form, whatever return path the form has.
 */
function isBounce(mail: ReceivedMail, { isReplyAddress }: Desk, relayed: MailAddress | null): boolean {
  if (mail.report !== null && mail.report.recipients.length > 0) return true;
  const isFromNobody = relayed === null && (mail.returnPath === '' || mail.from.length === 0);
  if (mail.report !== null && (isFromNobody || isFromServer(mail))) return true;
  return isFromServer(mail) && addressees(mail).some(isReplyAddress);
}

function addressees({ to, deliveredTo }: ReceivedMail): string[] {
  return [...to.map(({ address }) => address), ...deliveredTo];
}

/** Mail servers write under these names, whatever the return path is. */
function isFromServer({ from }: ReceivedMail): boolean {
  return from.some(({ address }) => /^(?:mailer-daemon|post[-_]?master)@/i.test(address));
}

function isAutomaticAnswer(mail: ReceivedMail): boolean {
  return (
    isFromServer(mail) ||
    has(mail, 'auto-submitted', /^auto-replied\b/) ||
    has(mail, 'precedence', /^auto_reply\b/) ||
    has(mail, 'x-autoreply', /^(?!no$)/) ||
    // Apple's servers name absences in no other way.
    has(mail, 'x-apple-action', /^vacation\b/)
  );
}

/** Programs that manage lists write these headers. Older ones write no `List-Id`. */
const OF_LISTS = ['list-id', 'list-subscribe', 'mailing-list', 'x-mlserver'] as const;

function isAutomatic(mail: ReceivedMail, relayed: MailAddress | null): boolean {
  const senders = relayed === null ? mail.from : [relayed];
  return (
    has(mail, 'auto-submitted', /^(?!no(?:$|[\s;(]))/) ||
    has(mail, 'precedence', /^(?:bulk|junk|list)\b/) ||
    OF_LISTS.some((name) => has(mail, name, /^/)) ||
    senders.some(({ address }) => isAutomaticAddress(address))
  );
}

function reasonToHold(
  mail: ReceivedMail,
  { blockedSenders }: Desk,
  relayed: MailAddress | null,
): HeldReason | null {
  const senders = relayed === null ? mail.from : [...mail.from, relayed];
  if (senders.some(({ address }) => blockedSenders.has(address))) return 'blocked';
  if (has(mail, 'x-spam-flag', /^yes\b/)) return 'spam';
  return (relayed ?? senderOf(mail)) === null ? 'no_sender' : null;
}

function has({ headers }: ReceivedMail, name: JudgedHeader, value: RegExp): boolean {
  return (headers[name] ?? []).some((text) => value.test(text.trim().toLowerCase()));
}
