import { distinctByCase, foldCase } from '../../kernel/text.js';

/** Who gets a mail. */
export interface Recipients {
  readonly to: readonly string[];
  readonly cc: readonly string[];
}

/** Names that belong to nobody (RFC 2606): erased customers have addresses there. */
const NOBODY = /\.invalid$/i;

/**
 * The customer, and the participants who were addressed with `cc`, each once. The desk never writes to its own address: whoever reads
 * that mail could answer it by a program, for ever.
 */
export function recipientsOf(
  customer: string,
  participants: readonly { readonly role: string; readonly email: string }[],
  mailFrom: string,
): Recipients {
  const isReachable = (address: string): boolean =>
    foldCase(address) !== foldCase(mailFrom) && !NOBODY.test(address);
  const copies = participants.filter(({ role }) => role === 'cc').map(({ email }) => email);
  const [first, ...others] = distinctByCase([customer, ...copies]).filter(isReachable);
  if (first === undefined) return { to: [], cc: [] };
  return isReachable(customer) ? { to: [first], cc: others } : { to: [first, ...others], cc: [] };
}

/** Those of the recipients who still wait for the mail: all, or some when the server has taken it for others. */
export function waitingOf({ to, cc }: Recipients, leftTo: readonly string[] | null): string[] {
  const all = [...to, ...cc];
  if (leftTo === null) return all;
  const left = new Set(leftTo.map(foldCase));
  return all.filter((address) => left.has(foldCase(address)));
}
