import { checkEmail, checkList } from '../kernel/checks.js';
import type { GroupId, TeamMemberId } from '../kernel/ids.js';
import { definedOnly } from '../kernel/objects.js';
import type { Problems } from '../kernel/problems.js';
import { foldEmail } from '../kernel/text.js';

/** What a team member may do in the workspace. */
export const TEAM_MEMBER_ROLES = ['admin', 'agent', 'standard'] as const;

export type TeamMemberRole = (typeof TEAM_MEMBER_ROLES)[number];

/** The properties of a team member that can change. */
export interface TeamMemberSettings {
  /** The address as it is shown. Comparisons ignore case. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: TeamMemberRole;
  readonly timeZone: string | null;
  /** When the member was removed; null for an active member. */
  readonly removedAt: Date | null;
}

/** A team member with its groups. */
export interface TeamMemberRow extends TeamMemberSettings {
  readonly id: TeamMemberId;
  /** In the order of their names. */
  readonly groups: readonly { readonly id: GroupId; readonly name: string }[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Members that a request has made active, in the order of its addresses. */
export interface CreatedMembers {
  readonly members: readonly TeamMemberRow[];
  /** Whether each was mailed; null when that was not asked for. */
  readonly isInvited: readonly boolean[] | null;
}

/** How many addresses one request may name. */
export const MAX_NAMED = 100;

/** An address of a member in a request, and its path there. */
export interface NamedMember {
  /** As given. */
  readonly email: string;
  /** Folded. */
  readonly emailKey: string;
  readonly path: string;
}

/** A present or removed member. */
export interface KnownMember {
  readonly id: TeamMemberId;
  readonly email: string;
  readonly emailKey: string;
  readonly removedAt: Date | null;
}

/** How many of the named members were active, and how many had been removed before. */
export interface Removal {
  readonly removed: number;
  readonly before: number;
}

/** A team member of a manifest. An absent property gets its default in a new member and stays as it is in an existing one. */
export interface WantedTeamMember {
  /** The id of a new member. One that is there keeps its own. */
  readonly id?: TeamMemberId;
  readonly email: string;
  readonly firstName: string;
  readonly lastName?: string;
  readonly role?: TeamMemberRole;
  /** Names of the groups that the member must belong to. */
  readonly groups: readonly string[];
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

/** Checks that a value is a list with the right number of members. It does not look at the elements. */
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
