import { isMailAddress, isReachable } from '../../kernel/checks.js';
import { foldEmail } from '../../kernel/text.js';
import type { MailAddress, ReceivedMail } from '../message/received-mail.js';
import type { ThreadCandidate } from './thread.rules.js';

/** The longest name that a person may give to the sender of a mail: customers have no longer ones. */
export const MAX_SENDER_NAME_LENGTH = 255;

/** A mail makes at most this number of participants [rule 21]. */
const MOST_PARTICIPANTS = 50;
/** The number of recipients that are looked at: an international domain takes long to check, also one of nobody. */
export const MOST_LOOKED_AT = 200;

/** Finds who speaks in a mail: the address of its `From`. Of several it is the one that `Sender` names, and else the first. */
export function senderOf({ from, sentBy }: Pick<ReceivedMail, 'from' | 'sentBy'>): MailAddress | null {
  const usable = from.filter(({ address }) => isUsable(address));
  const senders = new Set(sentBy.map(foldEmail));
  const sender = usable.find(({ address }) => senders.has(foldEmail(address))) ?? usable[0];
  return sender === undefined ? null : speaking(sender);
}

/**
 * Finds who speaks in a mail that a contact form of the workspace has sent: the address of `Reply-To`. It is never an address of the desk
 * or of a member, because visitors can write any address into a form. Null when the mail comes from somewhere else.
 */
export function relayedSenderOf(
  { from, replyTo }: Pick<ReceivedMail, 'from' | 'replyTo'>,
  mailRelays: readonly string[],
  isOurs: (address: string) => boolean,
): MailAddress | null {
  const relays = new Set(mailRelays.map(foldEmail));
  const isRelayed = from.length > 0 && from.every(({ address }) => relays.has(foldEmail(address)));
  if (!isRelayed) return null;
  const customer = replyTo.find(({ address }) => isUsable(address) && !isOurs(address));
  return customer === undefined ? null : speaking(customer);
}

/** A name that looks like an address would be mistaken for the sender. */
function speaking({ address, name }: MailAddress): MailAddress {
  return { address, name: name.includes('@') ? '' : name };
}

/** Checks an address with which a person names the sender of a mail. */
export function checkSender(value: unknown): string | null {
  return typeof value === 'string' && isUsable(value) ? null : 'must be an e-mail address';
}

function isUsable(address: string): boolean {
  return isMailAddress(address) && isReachable(address);
}

/**
 * Tells whether the receiving server found that the sender's domain has sent the mail (DMARC). Null when the operator has named no server.
 * With several addresses in `From`, nobody can say which one the server has judged.
 */
export function isAuthenticated(
  mail: Pick<ReceivedMail, 'headers' | 'from'>,
  sender: MailAddress,
  authservId: string | undefined,
): boolean | null {
  if (authservId === undefined) return null;
  const isAlone = mail.from.every(({ address }) => foldEmail(address) === foldEmail(sender.address));
  if (mail.from.length === 0 || !isAlone) return false;
  const verdicts = verdictsOf(mail, authservId);
  const [verdict = ''] = verdicts;
  const [, domain] = /\sheader\.from\s*=\s*(?:\S*@)?([^\s@]+)/i.exec(verdict) ?? [];
  return (
    verdicts.length === 1 &&
    /^dmarc\s*=\s*pass(?:\s|$)/i.test(verdict) &&
    domain !== undefined &&
    foldEmail(`@${domain}`) === foldEmail(sender.address.slice(sender.address.lastIndexOf('@')))
  );
}

/** Tells whether the receiving server calls the sender of a mail forged. Without a server that the operator has named, nobody does. */
export function isCalledForged(mail: Pick<ReceivedMail, 'headers'>, authservId: string | undefined): boolean {
  const verdicts = authservId === undefined ? [] : verdictsOf(mail, authservId);
  return verdicts.some((verdict) => /^dmarc\s*=\s*fail(?:\s|$)/i.test(verdict));
}

/** Lists what a server says about DMARC. Only its topmost header counts, because the sender can write those below. */
function verdictsOf({ headers }: Pick<ReceivedMail, 'headers'>, authservId: string): string[] {
  const [server = '', ...results] = withoutComments(headers['authentication-results']?.[0] ?? '').split(';');
  if (server.trim().split(/\s+/)[0]?.toLowerCase() !== authservId.toLowerCase()) return [];
  return results.map((result) => result.trim()).filter((result) => /^dmarc\s*=/i.test(result));
}

/** Leaves out comments and quoted texts, which may say anything. A text that one of them does not end is left out from there on. */
function withoutComments(value: string): string {
  let [kept, depth, isQuoted] = ['', 0, false];
  for (let at = 0; at < value.length; at++) {
    const character = value.charAt(at);
    if (character === '\\') at++;
    else if (character === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '(') depth++;
    else if (character === ')' && depth > 0) depth--;
    else if (depth === 0) kept += character;
  }
  return kept;
}

/** Tells whether programs write from an address. No person reads mail to it. */
export function isAutomaticAddress(address: string): boolean {
  return /^(?:mailer-daemon|postmaster|(?:do[-_.]?)?no?t?[-_.]?reply)(?:\+[^@]*)?@/i.test(address);
}

/** Lists the people in `To` and `Cc` who are looked at. */
export function recipientsOf({ to, cc }: Pick<ReceivedMail, 'to' | 'cc'>): readonly MailAddress[] {
  return [...to, ...cc].slice(0, MOST_LOOKED_AT);
}

/** Lists the addresses of `To` and `Cc` that may become participants. `isOurs` finds own, signed and blocked ones, and those of members. */
export function participantsOf(
  mail: Pick<ReceivedMail, 'to' | 'cc'>,
  sender: MailAddress,
  isOurs: (address: string) => boolean,
): readonly MailAddress[] {
  const [seen, found]: [Set<string>, MailAddress[]] = [new Set([foldEmail(sender.address)]), []];
  for (const one of recipientsOf(mail)) {
    if (found.length === MOST_PARTICIPANTS) break;
    const folded = foldEmail(one.address);
    if (seen.has(folded)) continue;
    seen.add(folded);
    // The check of a domain takes longest, so it comes last.
    if (!isAutomaticAddress(one.address) && !isOurs(one.address) && isUsable(one.address)) found.push(one);
  }
  return found;
}

/** A forged sender must not give the next reply to somebody: a new ticket has participants, an old one needs proof [rule 21]. */
export function mayAddParticipants(
  by: ThreadCandidate['by'] | null,
  belongsToTicket: boolean,
  authenticated: boolean | null,
): boolean {
  if (by === null) return true;
  return belongsToTicket && (by === 'reply_address' || by === 'in_reply_to' || authenticated === true);
}
