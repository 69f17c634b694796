import { isReachable } from '../../kernel/checks.js';
import { errors, inState, type Problems } from '../../kernel/errors.js';
import type { TicketId } from '../../kernel/ids.js';
import { foldEmail } from '../../kernel/text.js';
import type { Participant } from './participants.rules.js';
import type { MergedTicket, StoredTicket } from './properties/stored-ticket.js';
import { UNKNOWN_TICKET } from './ticket-ref.rules.js';

/** At most this number of tickets can be merged into one [rule 24]. */
export const MAX_MERGED = 500;

/** A ticket as other tickets name it. */
export type NumberedTicket = Pick<StoredTicket, 'id' | 'number'>;

/** A ticket that a merge names. */
export type NamedForMerge = NumberedTicket & MergedTicket;

/** The people of a locked ticket, and how many tickets are merged into it. */
export interface MergeSide extends NumberedTicket {
  readonly participants: readonly Participant[];
  /** The primary address of the customer comes first. */
  readonly customerEmails: readonly string[];
  readonly mergedCount: number;
}

/** Answers 409 to every write of a merged ticket. */
export const ticketMerged = inState(
  'The ticket is merged into another one.',
  errors.conflict(
    'ticket_merged',
    (target: number) =>
      `The ticket is merged into ticket ${target}, please change that one, or unmerge this one first.`,
    42,
  ),
);

export const notMerged = inState(
  'The ticket is not merged.',
  errors.conflict('not_merged', 'The ticket is not merged into another one.'),
);

/** Finds the target of a merge: a ticket that is merged itself leads to its own target. Null when there is a problem. */
export function targetOf(
  ticket: NumberedTicket,
  into: NamedForMerge | undefined,
  problems: Problems,
): TicketId | null {
  const problem = problemOf(ticket, into);
  if (problem !== null && !problems.has('into')) problems.add('into', problem);
  return problems.any || into === undefined ? null : (into.mergedIntoId ?? into.id);
}

function problemOf({ id }: NumberedTicket, into: NamedForMerge | undefined): string | null {
  if (into === undefined) return UNKNOWN_TICKET;
  if (into.id === id) return 'must be another ticket';
  return into.mergedIntoId === id ? 'is merged into this ticket' : null;
}

/** Refuses a merge after which too many tickets would lead to the target: the ticket brings those that are merged into it. */
export function refuseTooManyMerged(ticket: MergeSide, target: MergeSide, problems: Problems): void {
  if (ticket.mergedCount + target.mergedCount + 1 > MAX_MERGED)
    problems.add('into', `would have more than ${MAX_MERGED} tickets that are merged into it`);
}

/** Lists whom the target takes over: the customer, and the participants in their roles. The customer of the target is none of them. */
export function takenOver(ticket: MergeSide, target: MergeSide): Participant[] {
  const [customer] = ticket.customerEmails;
  const isKnown = customer === undefined || !isReachable(customer);
  const people = [...(isKnown ? [] : [{ role: 'cc' as const, email: customer }]), ...ticket.participants];
  const seen = new Set(target.customerEmails.map(foldEmail));
  return people.filter(({ email }) => {
    const isNew = !seen.has(foldEmail(email));
    seen.add(foldEmail(email));
    return isNew;
  });
}
