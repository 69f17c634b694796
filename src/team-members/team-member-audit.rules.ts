import { type AuditedState, type NewAuditEntry, about, entryOfChange } from '../events/audit-entry.js';
import type { TeamMemberId } from '../kernel/ids.js';
import { definedOnly } from '../kernel/objects.js';
import type { KnownMember, TeamMemberRow } from './team-member.rules.js';

/** An entry names this many tickets at most. */
const MAX_NUMBERS = 10_000;

type TicketNumbers = ReadonlyMap<TeamMemberId, readonly number[]>;

/** The circumstances in which a request made somebody a member. */
interface MadeMember {
  readonly invitedBy?: string | undefined;
  /** Absent when nobody asked for a mail. */
  readonly isInvited?: boolean | undefined;
}

export function memberCreated(member: TeamMemberRow, made: MadeMember = {}): NewAuditEntry {
  const after = { ...stateOf(member), ...circumstancesOf(made) };
  return { ...about('team_member.created', member.id), before: null, after };
}

export function memberUpdated(
  before: TeamMemberRow,
  after: TeamMemberRow,
  made: MadeMember = {},
): NewAuditEntry[] {
  const state = { ...stateOf(after), ...circumstancesOf(made) };
  return entryOfChange(about('team_member.updated', after.id), stateOf(before), state);
}

function circumstancesOf({ invitedBy, isInvited }: MadeMember): AuditedState {
  return definedOnly({ invited_by: invitedBy, invitation_email_sent: isInvited });
}

/** Makes an entry about each member that was active, with the count of its unassigned tickets, and the first of their numbers. */
export function membersRemoved(members: readonly KnownMember[], unassigned: TicketNumbers): NewAuditEntry[] {
  return members
    .filter(({ removedAt }) => removedAt === null)
    .map((member) => ({
      ...about('team_member.removed', member.id),
      before: { email: member.email, state: 'active' },
      after: { email: member.email, state: 'removed', unassigned_tickets: numbersOf(member, unassigned) },
    }));
}

/** Makes an entry about each member whose tickets are unassigned before its removal, because one unit of work cannot take all. */
export function membersUnassigned(
  members: readonly KnownMember[],
  unassigned: TicketNumbers,
): NewAuditEntry[] {
  return members
    .filter(({ id }) => unassigned.get(id)?.length)
    .map((member) => ({
      ...about('team_member.updated', member.id),
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
