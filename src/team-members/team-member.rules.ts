import { checkEmail, checkList } from '../kernel/checks.js';
import type { GroupId, TeamMemberId } from '../kernel/ids.js';
import { definedOnly } from '../kernel/objects.js';
import type { Problems } from '../kernel/problems.js';
import { foldEmail } from '../kernel/text.js';
import type { TeamMember } from './entities/team-member.entity.js';

export const TEAM_MEMBER_ROLES = ['admin', 'agent', 'standard'] as const;
export type TeamMemberRole = (typeof TEAM_MEMBER_ROLES)[number];

/** Active members can be assigned; inactive ones were removed. */
export const MEMBER_STATES = ['active', 'inactive'] as const;

export const MEMBER_SORTS = ['created_at', 'updated_at', 'email', 'first_name', 'last_name'] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];

/** Selects and sorts members (extensions, section 14). */
export interface MemberQuery {
  readonly states: readonly (typeof MEMBER_STATES)[number][];
  /** Folded; null for all. */
  readonly emailKey: string | null;
  readonly sort: MemberSort;
  readonly order: 'asc' | 'desc';
}

/** The properties of a team member that can change. */
export type TeamMemberSettings = Readonly<
  Pick<TeamMember, 'email' | 'firstName' | 'lastName' | 'role' | 'timeZone' | 'removedAt'>
>;

/** A team member with its groups. */
export interface TeamMemberRow
  extends TeamMemberSettings, Readonly<Pick<TeamMember, 'id' | 'createdAt' | 'updatedAt'>> {
  /** In the order of their names. */
  readonly groups: readonly { readonly id: GroupId; readonly name: string }[];
}

/** Members that a request has made active, in the order of its addresses. */
export interface CreatedMembers {
  readonly members: readonly TeamMemberRow[];
  /** Whether each was mailed; null when that was not asked for. */
  readonly isInvited: readonly boolean[] | null;
}

/** Addresses that one request may name. */
export const MAX_NAMED = 100;

/** An address of a member in a request, and its path there. */
export interface NamedMember {
  readonly email: string;
  readonly emailKey: string;
  readonly path: string;
}

/** A present or removed member. */
export type KnownMember = Readonly<Pick<TeamMember, 'id' | 'email' | 'emailKey' | 'removedAt'>>;

/** Counts the members that a request has removed, and those that had been removed before. */
export interface Removal {
  readonly removed: number;
  readonly before: number;
}

/** A team member of a manifest. An absent property gets its default in a new member and stays as it is in an existing one. */
export interface WantedTeamMember
  extends
    Pick<TeamMemberSettings, 'email' | 'firstName'>,
    Partial<Pick<TeamMemberSettings, 'lastName' | 'role'>> {
  /** The id of a new member. One that is there keeps its own. */
  readonly id?: TeamMemberId;
  /** Names of the groups that the member must belong to. */
  readonly groups: readonly string[];
}

/** A new member: an agent, unless another role is wanted. */
export function newMember(
  id: TeamMemberId,
  { email, firstName, lastName = '', role = 'agent' }: Omit<WantedTeamMember, 'id' | 'groups'>,
): TeamMemberSettings & Pick<TeamMemberRow, 'id'> {
  return { id, email, firstName, lastName, role, timeZone: null, removedAt: null };
}

/** The changes that make an existing member the wanted one. A removed member becomes active again. */
export function differenceOfMember(
  current: TeamMemberRow,
  wanted: WantedTeamMember,
): { readonly changes: Partial<TeamMemberSettings>; readonly missingGroups: readonly string[] } {
  const { id: _id, groups, ...named } = wanted;
  const settings: Partial<TeamMemberSettings> = { ...definedOnly(named), removedAt: null };
  const differing = Object.entries(settings).filter(
    ([key, value]) => value !== current[key as keyof TeamMemberSettings],
  );
  const present = new Set(current.groups.map(({ name }) => name));
  return {
    changes: Object.fromEntries(differing),
    missingGroups: [...new Set(groups)].filter((name) => !present.has(name)),
  };
}

/** Checks that a value is a list of the right length. It does not look at the elements. */
export function checkAddresses(value: unknown): string | null {
  return checkList(value, { min: 1, max: MAX_NAMED, of: 'e-mail addresses' });
}

/** Reads the addresses of members. Each wrong address is a problem at its own path. An address may come twice. */
export function readAddresses(emails: readonly unknown[], problems: Problems): NamedMember[] {
  return emails.flatMap((email, index) => {
    const path = `emails[${index}]`;
    const problem = checkEmail(email);
    if (problem !== null) problems.add(path, problem);
    return problem === null ? [{ email: email as string, emailKey: foldEmail(email as string), path }] : [];
  });
}

/** Adds a problem for each address of which the workspace has no present or removed member. */
export function refuseUnknown(
  named: readonly NamedMember[],
  known: readonly KnownMember[],
  problems: Problems,
): void {
  const keys = new Set(known.map(({ emailKey }) => emailKey));
  for (const { emailKey, path } of named) {
    if (!keys.has(emailKey)) problems.add(path, 'is not the address of a team member');
  }
}
