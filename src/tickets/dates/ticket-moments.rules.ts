import type { Problems } from '../../kernel/errors.js';
import { MOMENT_KINDS, type MomentKind, type MovedMoment } from '../../moments/moment.js';
import { isDone, type TicketNames } from '../rules/ticket-names.rules.js';
import type { TicketChanges } from '../rules/properties/sent-ticket.js';
import type { MergedTicket, StoredTicket } from '../rules/properties/stored-ticket.js';

/** Has the properties of a ticket that decide about its moments. */
export type Dated = Pick<StoredTicket, 'id' | 'statusId' | 'followUpAt' | 'resolutionDueAt'> & MergedTicket;

type KnownStatuses = Pick<TicketNames, 'statuses'>;

const DATES = { follow_up: 'followUpAt', due: 'resolutionDueAt' } as const satisfies Readonly<
  Record<MomentKind, keyof StoredTicket>
>;

/** Finds the date of a ticket that is to pass. A ticket that is done or merged has none [rule 31]. */
export function awaitedDate(ticket: Dated, kind: MomentKind, names: KnownStatuses): Date | null {
  return ticket.mergedIntoId !== null || isDone(ticket.statusId, names) ? null : ticket[DATES[kind]];
}

/** A locked ticket before and after a change; `before` is null for a new one. */
export interface DatedChange {
  readonly before: Dated | null;
  readonly after: Dated;
  /** Set when nobody has checked that a follow-up lies in the future: it is taken as it was recorded. */
  readonly isRecorded?: true;
}

/**
 * Lists the moments that a change of a ticket moves. A date that has passed by `now` gets none, unless it is a follow-up that was checked a
 * while ago: what was accepted is announced.
 */
export function movedMoments(
  { before, after, isRecorded }: DatedChange,
  names: KnownStatuses,
  now: Date,
): MovedMoment[] {
  return MOMENT_KINDS.flatMap((kind) => {
    const was = before && awaitedDate(before, kind, names);
    const is = awaitedDate(after, kind, names);
    if (isSame(was, is)) return [];
    const isAccepted = kind === 'follow_up' && !isRecorded && !isSame(before?.followUpAt, after.followUpAt);
    const at = is !== null && (is > now || isAccepted) ? is : null;
    return was === null && at === null ? [] : [{ ticketId: after.id, kind, at }];
  });
}

const isSame = (one?: Date | null, other?: Date | null): boolean => one?.getTime() === other?.getTime();

/** Refuses a follow-up that is not in the future, unless the ticket has it already. */
export function checkFollowUp(
  { followUpAt }: TicketChanges,
  current: Pick<StoredTicket, 'followUpAt'> | null,
  now: Date,
  problems: Problems,
): void {
  if (followUpAt === undefined || followUpAt === null || followUpAt > now) return;
  if (followUpAt.getTime() !== current?.followUpAt?.getTime() && !problems.has('follow_up_at'))
    problems.add('follow_up_at', 'must lie in the future');
}
