import { foldCase, foldEmail } from '../../kernel/text.js';
import type { ReceivedMail } from '../message/received-mail.js';

/** A value of a mail that may name its ticket. */
export type ThreadCandidate =
  | { readonly by: 'reply_address'; readonly address: string }
  | { readonly by: 'in_reply_to' | 'references'; readonly messageId: string }
  | { readonly by: 'subject'; readonly number: number };

/** The ticket that a candidate names. */
export interface ThreadTicket {
  readonly subject: string;
  /** The addresses of its customer and its participants. */
  readonly people: readonly string[];
}

/** The tag of a ticket in an address. Its length is fixed, because a long address may have many beginnings of tags. */
const TAG = /\+t\d{1,10}\.\w{16}@/i;
const MOST_REPLY_ADDRESSES = 20;
const MOST_IN_REPLY_TO = 10;
const MOST_NUMBERS = 10;

/** Lists what may name the ticket of a mail, the surest first [rule 21]. */
export function threadCandidates(mail: ReceivedMail): readonly ThreadCandidate[] {
  const addresses = [...mail.to, ...mail.cc].map(({ address }) => address).concat(mail.deliveredTo);
  return [
    ...[...new Set(addresses)]
      .filter((address) => TAG.test(address))
      .slice(0, MOST_REPLY_ADDRESSES)
      .map((address) => ({ by: 'reply_address' as const, address })),
    ...mail.inReplyTo
      .slice(0, MOST_IN_REPLY_TO)
      .map((messageId) => ({ by: 'in_reply_to' as const, messageId })),
    ...mail.references.map((messageId) => ({ by: 'references' as const, messageId })),
    ...numbersIn(mail.subject).map((number) => ({ by: 'subject' as const, number })),
  ];
}

/** Tells whether a mail belongs to the ticket that a candidate names. A stranger may join only by a signed address. */
export function joinsThread(
  { by }: ThreadCandidate,
  mail: Pick<ReceivedMail, 'subject'>,
  ticket: ThreadTicket,
  sender: { readonly address: string; readonly isMember: boolean },
): boolean {
  if (by === 'reply_address') return true;
  if (by === 'references' && baseSubject(mail.subject) !== baseSubject(ticket.subject)) return false;
  return sender.isMember || belongsToTicket(ticket, sender.address);
}

export function belongsToTicket({ people }: Pick<ThreadTicket, 'people'>, address: string): boolean {
  return people.some((person) => foldEmail(person) === foldEmail(address));
}

/** Lists the numbers that stand as `[#42]` in a subject, the last first: our mails add theirs at the end. */
function numbersIn(subject: string): readonly number[] {
  const numbers = [...subject.matchAll(/\[#(\d{1,9})\]/g)].map(([, digits]) => Number(digits));
  return [...new Set(numbers.reverse())].slice(0, MOST_NUMBERS);
}

/** Programs put these before the subject of an answer or of a forwarded mail, in the languages of their users. */
const PREFIX =
  /^\s*(?:re|r|ref|res|aw|antw|antwort|sv|vs|bls|odp|ynt|rif|vá|fwd?|wg|weiterl|tr|rv|enc|i|vb|doorst|vl|pd|ilt|továbbítás|答复|回复|转发|回覆|轉寄)(?:\s*[[(]\d{1,4}[\])])?\s*[::]/iu;

/** Returns a subject as it was before answers, for comparing. */
export function baseSubject(subject: string): string {
  let rest = subject.replace(/\[#\d{1,9}\]/g, '').replace(/\[ext(?:ernal)?\]/gi, '');
  for (let found = PREFIX.exec(rest); found; found = PREFIX.exec(rest)) rest = rest.slice(found[0].length);
  return foldCase(rest.replace(/\s+/g, ' ').trim());
}
