import { checkEmail } from '../http/validators.js';
import { checkList } from '../kernel/checks.js';
import type { GroupId, TeamMemberId } from '../kernel/ids.js';
import { definedOnly } from '../kernel/objects.js';
import type { Problems } from '../kernel/problems.js';
import { foldCase } from '../kernel/text.js';

/** What a team member may do in the workspace. */
export const TEAM_MEMBER_ROLES = ['admin', 'agent'] as const;

export type TeamMemberRole = (typeof TEAM_MEMBER_ROLES)[number];

/** What of a team member can change. */
export interface TeamMemberSettings {
  /** As it is shown; it is compared without regard to case. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: TeamMemberRole;
  /** When the member was removed; null while active. */
  readonly removedAt: Date | null;
}

/** A team member with the groups that they belong to, by name. */
export interface TeamMemberRow extends TeamMemberSettings {
  readonly id: TeamMemberId;
  readonly groups: readonly { readonly id: GroupId; readonly name: string }[];
}

/** Addresses that one removal may name. */
export const MAX_REMOVALS = 100;

/** An address of a removal, folded, and where it stands in the request. */
export interface NamedMember {
  readonly emailKey: string;
  readonly path: string;
}

/** Somebody who is or was a member. */
export interface KnownMember {
  readonly id: TeamMemberId;
  readonly email: string;
  readonly emailKey: string;
  readonly removedAt: Date | null;
}

/** How many members a removal named who were active, and who had been removed before. */
export interface Removal {
  readonly removed: number;
  readonly before: number;
}

/** A team member that an operator wants; what is absent has its default in a new member and stays in an existing one. */
export interface WantedTeamMember {
  readonly email: string;
  readonly firstName: string;
  readonly lastName?: string;
  readonly role?: TeamMemberRole;
  /** Names of groups to belong to. */
  readonly groups: readonly string[];
}

/** What an existing member lacks to be the wanted one. A removed one who is wanted again becomes active. */
export function differenceOfMember(
  current: TeamMemberRow,
  wanted: WantedTeamMember,
): { readonly changes: Partial<TeamMemberSettings>; readonly missingGroups: readonly string[] } {
  const { groups, ...named } = wanted;
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

/** Why a value is not a list of members to remove, or null; its elements are judged by themselves. */
export function checkRemovals(value: unknown): string | null {
  return checkList(value, { min: 1, max: MAX_REMOVALS, of: 'e-mail addresses' });
}

/** The members that a removal names; what is no address is a problem at its own path. Naming one twice does no harm. */
export function readRemovals(emails: readonly unknown[], problems: Problems): NamedMember[] {
  return emails.flatMap((email, index) => {
    const path = `emails[${index}]`;
    const problem = checkEmail(email);
    if (problem !== null) problems.add(path, problem);
    return problem === null ? [{ emailKey: foldCase(email as string), path }] : [];
  });
}

/** A problem at each address that nobody in the workspace has or had. */
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
