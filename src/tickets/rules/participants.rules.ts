import { checkEmail } from '../../kernel/checks.js';
import type { Problems } from '../../kernel/errors.js';
import { distinctByCase, foldEmail } from '../../kernel/text.js';
import type { StoredTicket } from './properties/stored-ticket.js';

/** Addresses in `to` and `cc` together [rule 4]. */
export const MAX_PARTICIPANTS = 50;

/** Somebody besides the customer to whom a ticket was addressed [rule 11]. The address is as it was sent. */
export type Participant = NonNullable<StoredTicket['participants']>[number];

const ROLES = ['to', 'cc'] as const satisfies readonly Participant['role'][];

/** The addresses of each role as they were sent: a list, or a text that holds a list as JSON. */
export type SentParticipants = { readonly [Role in Participant['role']]?: unknown };

/** Checks that a value is a list, or a text with a list in JSON. `readParticipants` checks the addresses, at their own paths. */
export function checkParticipants(value: unknown): string | null {
  const addresses = listOf(value);
  if (addresses === null) return 'must be an array of e-mail addresses, or a string that holds one in JSON';
  return addresses.length > MAX_PARTICIPANTS ? `must have at most ${MAX_PARTICIPANTS} items` : null;
}

/** Reads the participants of a ticket, each once in each role without regard to case. */
export function readParticipants(sent: SentParticipants, problems: Problems): readonly Participant[] {
  const lists = ROLES.map((role) => ({ role, addresses: listOf(sent[role]) ?? [] }));
  if (lists.reduce((sum, { addresses: { length } }) => sum + length, 0) > MAX_PARTICIPANTS)
    problems.add('cc', `must have at most ${MAX_PARTICIPANTS} addresses, together with to`);
  return lists.flatMap(({ role, addresses }) => {
    // The problem says that there are too many, and looking at all of them would take long.
    const right = addresses.slice(0, MAX_PARTICIPANTS).filter((address, index): address is string => {
      const problem = checkEmail(address);
      if (problem !== null) problems.add(`${role}[${index}]`, problem);
      return problem === null;
    });
    return distinctByCase(right, foldEmail).map((email) => ({ role, email }));
  });
}

const LONGEST_TEXT = 64 * 1024;

function listOf(sent: unknown): readonly unknown[] | null {
  if (Array.isArray(sent)) return sent as unknown[];
  if (typeof sent !== 'string' || sent.length > LONGEST_TEXT) return null;
  try {
    const list: unknown = JSON.parse(sent);
    return Array.isArray(list) ? (list as unknown[]) : null;
  } catch {
    return null;
  }
}
