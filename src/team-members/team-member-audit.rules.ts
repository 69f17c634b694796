import type { AuditedState, NewAuditEntry } from '../audit/audit-entry.js';
import { entryOfChange } from '../audit/audit-entry.rules.js';
import type { TeamMemberId } from '../kernel/ids.js';
import type { KnownMember, TeamMemberRow } from './team-member.rules.js';

/** As many numbers of tickets as an entry holds. */
const MAX_NUMBERS = 10_000;

/** The entry of the audit trail about a new team member. */
export function memberCreated(member: TeamMemberRow): NewAuditEntry {
  return { action: 'team_member.created', subject: subjectOf(member), before: null, after: stateOf(member) };
}

/** About a changed one; none when nothing differs. */
export function memberUpdated(before: TeamMemberRow, after: TeamMemberRow): NewAuditEntry[] {
  return entryOfChange(
    { action: 'team_member.updated', subject: subjectOf(after) },
    stateOf(before),
    stateOf(after),
  );
}

/**
 * About removed ones, each with the tickets that it was taken off: how many, and the numbers of the first of them. Who had
 * been removed before is left out.
 */
export function membersRemoved(
  members: readonly KnownMember[],
  unassigned: ReadonlyMap<TeamMemberId, readonly number[]>,
): NewAuditEntry[] {
  return members
    .filter(({ removedAt }) => removedAt === null)
    .map((member) => ({
      action: 'team_member.removed',
      subject: subjectOf(member),
      before: { email: member.email, state: 'active' },
      after: { email: member.email, state: 'removed', unassigned_tickets: numbersOf(member, unassigned) },
    }));
}

/** About members whose removal takes several units of work, before the last of them. */
export function membersFreed(
  members: readonly KnownMember[],
  unassigned: ReadonlyMap<TeamMemberId, readonly number[]>,
): NewAuditEntry[] {
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
  unassigned: ReadonlyMap<TeamMemberId, readonly number[]>,
): { readonly count: number; readonly numbers: readonly number[] } {
  const numbers = unassigned.get(id) ?? [];
  return { count: numbers.length, numbers: numbers.slice(0, MAX_NUMBERS) };
}

function subjectOf({ id }: { readonly id: TeamMemberId }): NewAuditEntry['subject'] {
  return { type: 'team_member', id };
}

function stateOf({ email, firstName, lastName, role, removedAt, groups }: TeamMemberRow): AuditedState {
  return {
    email,
    first_name: firstName,
    last_name: lastName,
    role,
    state: removedAt === null ? 'active' : 'removed',
    groups: groups.map(({ name }) => name),
  };
}
