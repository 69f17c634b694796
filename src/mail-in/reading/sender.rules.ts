import { checkEmail, isReachable } from '../../kernel/checks.js';
import { distinctByCase, foldEmail } from '../../kernel/text.js';
import type { MailAddress, ReceivedMail } from './received-mail.js';
import type { ThreadCandidate } from './thread.rules.js';

/** A mail makes at most so many participants [rule 21]. */
const MOST_PARTICIPANTS = 50;

/** Finds who speaks in a mail: the one address of its `From`. With several, nobody can say which of them a mail server has judged. */
export function senderOf({ from }: Pick<ReceivedMail, 'from'>): MailAddress | null {
  const [only, ...others] = distinctByCase(
    from.map(({ address }) => address),
    foldEmail,
  );
  if (only === undefined || others.length > 0 || !isUsable(only)) return null;
  const name = from.find((one) => one.address === only)?.name ?? '';
  // A name that looks like an address would be taken for the sender.
  return { address: only, name: name.includes('@') ? '' : name };
}

/** A quoted local part may hold another address. */
function isUsable(address: string): boolean {
  return checkEmail(address) === null && isReachable(address) && address.split('@').length === 2;
}

/**
 * Tells whether the receiving server found that the sender's domain has sent the mail (DMARC). Only its topmost header counts, because
 * the sender can write those below. Null when the operator has named no server.
 */
export function isAuthenticated(
  { headers }: Pick<ReceivedMail, 'headers'>,
  sender: MailAddress,
  authservId: string | undefined,
): boolean | null {
  if (authservId === undefined) return null;
  const [server = '', ...results] = withoutComments(headers['authentication-results']?.[0] ?? '').split(';');
  if (server.trim().split(/\s+/)[0]?.toLowerCase() !== authservId.toLowerCase()) return false;
  const verdicts = results.map((result) => result.trim()).filter((result) => /^dmarc\s*=/i.test(result));
  const [verdict = ''] = verdicts;
  const [, domain] = /\sheader\.from\s*=\s*(?:\S*@)?([^\s@]+)/i.exec(verdict) ?? [];
  return (
    verdicts.length === 1 &&
    /^dmarc\s*=\s*pass(?:\s|$)/i.test(verdict) &&
    domain !== undefined &&
    foldEmail(`@${domain}`) === foldEmail(sender.address.slice(sender.address.lastIndexOf('@')))
  );
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

/** Lists the addresses of `To` and `Cc` that may become participants. `isOurs` finds own, signed and blocked ones, and those of members. */
export function participantsOf(
  { to, cc }: Pick<ReceivedMail, 'to' | 'cc'>,
  sender: MailAddress,
  isOurs: (address: string) => boolean,
): readonly MailAddress[] {
  const [seen, found]: [Set<string>, MailAddress[]] = [new Set([foldEmail(sender.address)]), []];
  for (const one of [...to, ...cc]) {
    if (found.length === MOST_PARTICIPANTS) break;
    const folded = foldEmail(one.address);
    if (seen.has(folded)) continue;
    seen.add(folded);
    // What takes longest comes last.
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
