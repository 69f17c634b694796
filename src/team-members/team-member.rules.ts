import type { GroupId, TeamMemberId } from '../kernel/ids.js';
import { definedOnly } from '../kernel/objects.js';

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
