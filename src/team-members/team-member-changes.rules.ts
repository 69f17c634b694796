import { checkLine } from '../kernel/checks.js';
import type { GroupId } from '../kernel/ids.js';
import type { Problems } from '../kernel/problems.js';
import { unknownAmong } from '../vocabulary/known-names.rules.js';
import {
  TEAM_MEMBER_ROLES,
  type KnownMember,
  type NamedMember,
  type TeamMemberRole,
  type TeamMemberRow,
  type TeamMemberSettings,
} from './team-member.rules.js';

/** Groups that one request may name. */
export const MAX_GROUPS = 100;
export const MAX_MEMBER_NAME_LENGTH = 255;
export const MAX_TIME_ZONE_LENGTH = 100;

/** The properties that a request sets. Elements of `groups` may be anything. */
export interface NamedMemberSettings extends Partial<
  Pick<TeamMemberSettings, 'firstName' | 'lastName' | 'role'>
> {
  readonly groups?: readonly unknown[];
}

/** Members that a client wants to have. */
export interface WantedMembers extends NamedMemberSettings {
  /** Elements may be anything. */
  readonly emails: readonly unknown[];
  /** Address of the member who asks for them. */
  readonly invitedBy?: string;
  readonly isMailed: boolean;
}

/** Changes of one member. An absent property stays unchanged. */
export interface MemberChanges extends NamedMemberSettings {
  readonly email?: string;
  readonly timeZone?: string | null;
}

/** Finds a role by its name in any case. */
export function roleNamed(name: string): TeamMemberRole | undefined {
  return TEAM_MEMBER_ROLES.find((role) => role === name.toLowerCase());
}

export function checkRole(value: unknown): string | null {
  const isRole = typeof value === 'string' && roleNamed(value) !== undefined;
  return isRole ? null : `must be one of ${TEAM_MEMBER_ROLES.join(', ')}`;
}

/** Finds the groups of these names, each once. An unknown name is a problem at its own path. */
export function readGroups(
  names: readonly unknown[],
  groups: ReadonlyMap<string, GroupId>,
  problems: Problems,
): GroupId[] {
  const ids = names.flatMap((name, index) => {
    const path = `groups[${index}]`;
    const problem = checkLine(name);
    if (problem !== null) problems.add(path, problem);
    const id = groups.get(name as string);
    if (problem === null && id === undefined)
      problems.add(path, unknownAmong('is not the name of a group', groups.keys()));
    return id === undefined ? [] : [id];
  });
  return [...new Set(ids)];
}

/** Adds a problem for each address that comes again, and for each that an active member has. */
export function refuseActive(
  named: readonly NamedMember[],
  known: readonly KnownMember[],
  problems: Problems,
): void {
  const active = new Set(known.filter(({ removedAt }) => removedAt === null).map(({ emailKey }) => emailKey));
  const seen = new Set<string>();
  for (const { emailKey, path } of named) {
    if (seen.has(emailKey)) problems.add(path, 'is in the list already');
    else if (active.has(emailKey)) problems.add(path, 'is the address of an active team member');
    seen.add(emailKey);
  }
}

/** Adds a problem for each name of a person that is given for several addresses. */
export function refuseSharedNames({ emails, firstName, lastName }: WantedMembers, problems: Problems): void {
  if (emails.length === 1) return;
  const message = 'can only be given for a single address';
  if (firstName !== undefined) problems.add('first_name', message);
  if (lastName !== undefined) problems.add('last_name', message);
}

/** Tells whether a member belongs to exactly these groups. */
export function belongsTo({ groups }: TeamMemberRow, ids: readonly GroupId[]): boolean {
  return groups.length === ids.length && groups.every(({ id }) => ids.includes(id));
}
