import { isReachable } from '../../kernel/checks.js';
import { withoutTicket } from './reply-address.rules.js';
import { distinctByCase, foldEmail, sendableEmail } from '../../kernel/text.js';

export interface Recipients {
  readonly to: readonly string[];
  readonly cc: readonly string[];
}

/** Chooses the customer and the participants with `cc`, each once, but no own address: programs could answer each other for ever. */
export function recipientsOf(
  { mailFrom, replyTo }: { readonly mailFrom: string; readonly replyTo: string | null },
  customer: string,
  participants: readonly { readonly role: string; readonly email: string }[] = [],
): Recipients {
  const own = replyTo === null ? [mailFrom] : [mailFrom, replyTo];
  const refused = new Set(own.map(foldEmail));
  const isWanted = (address: string): boolean =>
    !refused.has(foldEmail(withoutTicket(address))) && isReachable(address);
  const copies = participants.filter(({ role }) => role === 'cc').map(({ email }) => email);
  const [first, ...others] = distinctByCase([customer, ...copies], foldEmail)
    .filter(isWanted)
    .map((address) => sendableEmail(address) ?? address);
  if (first === undefined) return { to: [], cc: [] };
  return isWanted(customer) ? { to: [first], cc: others } : { to: [first, ...others], cc: [] };
}

/** Lists the recipients who still wait for the mail: all, or some when the server has taken it for others. */
export function waitingOf({ to, cc }: Recipients, leftTo: readonly string[] | null): string[] {
  const all = [...to, ...cc];
  if (leftTo === null) return all;
  const left = new Set(leftTo.map(foldEmail));
  return all.filter((address) => left.has(foldEmail(address)));
}
