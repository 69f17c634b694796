import type { AuditedState, NewAuditEntry } from '../events/audit-entry.js';
import { entryOfChange } from '../events/audit-entry.rules.js';
import type { TeamMemberId } from '../kernel/ids.js';
import { definedOnly } from '../kernel/objects.js';
import type { KnownMember, TeamMemberRow } from './team-member.rules.js';

/** The largest number of ticket numbers in one entry. */
const MAX_NUMBERS = 10_000;

/** How a request came to make somebody a member. */
export interface MadeMember {
  /** The address of the member who asked for it. */
  readonly invitedBy?: string | undefined;
  /** Whether the member was told by mail; absent when nobody asked for that. */
  readonly isInvited?: boolean | undefined;
}

/** The audit entry about a new team member. */
export function memberCreated(member: TeamMemberRow, made: MadeMember = {}): NewAuditEntry {
  const after = { ...stateOf(member), ...termsOf(made) };
  return { action: 'team_member.created', subject: subjectOf(member), before: null, after };
}

/** The audit entry about a changed team member; an empty list when nothing differs. */
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
 * The audit entries about removed members. Each has the count of tickets that were taken off the member, and the first
 * of their numbers. Members that had been removed before get no entry.
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

/**
 * The audit entries about members that lose some of their tickets before their removal, because they have too many for
 * one unit of work.
 */
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

function stateOf({
  email,
  firstName,
  lastName,
  role,
  timeZone,
  removedAt,
  groups,
}: TeamMemberRow): AuditedState {
  return {
    email,
    first_name: firstName,
    last_name: lastName,
    role,
    time_zone: timeZone,
    state: removedAt === null ? 'active' : 'removed',
    groups: groups.map(({ name }) => name),
  };
}
