import type { AuditedState, NewAuditEntry } from '../events/audit-entry.js';
import { entryOfChange } from '../events/audit-entry.rules.js';
import type { TeamMemberId } from '../kernel/ids.js';
import { definedOnly } from '../kernel/objects.js';
import type { KnownMember, TeamMemberRow } from './team-member.rules.js';

/** Ticket numbers in one entry. */
const MAX_NUMBERS = 10_000;

/** The numbers of the tickets that were taken off each member. */
type TicketNumbers = ReadonlyMap<TeamMemberId, readonly number[]>;

/** The circumstances in which a request made somebody a member. */
interface MadeMember {
  /** The address of the member who asked for it. */
  readonly invitedBy?: string | undefined;
  /** Tells whether the member got a mail; absent when nobody asked for one. */
  readonly isInvited?: boolean | undefined;
}

export function memberCreated(member: TeamMemberRow, made: MadeMember = {}): NewAuditEntry {
  const after = { ...stateOf(member), ...termsOf(made) };
  return { action: 'team_member.created', subject: subjectOf(member), before: null, after };
}

/** One entry, or none when nothing differs. */
export function memberUpdated(
  before: TeamMemberRow,
  after: TeamMemberRow,
  made: MadeMember = {},
): NewAuditEntry[] {
  return entryOfChange({ action: 'team_member.updated', subject: subjectOf(after) }, stateOf(before), {
    ...stateOf(after),
    ...termsOf(made),
  });
}

function termsOf({ invitedBy, isInvited }: MadeMember): AuditedState {
  return definedOnly({ invited_by: invitedBy, invitation_email_sent: isInvited });
}

/**
 * One entry about each removed member, with the count of tickets that it has lost, and the first of their numbers. Members that had been
 * removed before get no entry.
 */
export function membersRemoved(members: readonly KnownMember[], unassigned: TicketNumbers): NewAuditEntry[] {
  return members
    .filter(({ removedAt }) => removedAt === null)
    .map((member) => ({
      action: 'team_member.removed',
      subject: subjectOf(member),
      before: { email: member.email, state: 'active' },
      after: { email: member.email, state: 'removed', unassigned_tickets: numbersOf(member, unassigned) },
    }));
}

/** One entry about each member that loses tickets before its removal, because it has too many for one unit of work. */
export function membersFreed(members: readonly KnownMember[], unassigned: TicketNumbers): NewAuditEntry[] {
  return members
    .filter(({ id }) => unassigned.get(id)?.length)
    .map((member) => ({
      action: 'team_member.updated',
      subject: subjectOf(member),
      before: {},
      after: { unassigned_tickets: numbersOf(member, unassigned) },
    }));
}

function numbersOf(
  { id }: KnownMember,
  unassigned: TicketNumbers,
): { readonly count: number; readonly numbers: readonly number[] } {
  const numbers = unassigned.get(id) ?? [];
  return { count: numbers.length, numbers: numbers.slice(0, MAX_NUMBERS) };
}

function subjectOf({ id }: { readonly id: TeamMemberId }): NewAuditEntry['subject'] {
  return { type: 'team_member', id };
}

function stateOf(member: TeamMemberRow): AuditedState {
  return {
    email: member.email,
    first_name: member.firstName,
    last_name: member.lastName,
    role: member.role,
    time_zone: member.timeZone,
    state: member.removedAt === null ? 'active' : 'removed',
    groups: member.groups.map(({ name }) => name),
  };
}
