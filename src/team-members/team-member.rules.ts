import { checkEmail, checkLine, checkList } from '../kernel/checks.js';
import type { GroupId, TeamMemberId } from '../kernel/ids.js';
import { differing } from '../kernel/objects.js';
import { notFound, type Problems } from '../kernel/errors.js';
import { foldEmail } from '../kernel/text.js';
import { unknownAmong } from '../vocabulary/known-names.rules.js';
import type { TeamMember } from './entities/team-member.entity.js';

export const MAX_MEMBER_NAME_LENGTH = 255;
export const MAX_TIME_ZONE_LENGTH = 100;
/** A request may name this many addresses and this many groups. */
export const MAX_NAMED = 100;
export const MAX_GROUPS = 100;

export const TEAM_MEMBER_ROLES = ['admin', 'agent', 'standard'] as const;
export type TeamMemberRole = (typeof TEAM_MEMBER_ROLES)[number];

/** Active members can be assigned; inactive ones were removed. */
export const MEMBER_STATES = ['active', 'inactive'] as const;

export const MEMBER_SORTS = ['created_at', 'updated_at', 'email', 'first_name', 'last_name'] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];

export interface MemberQuery {
  readonly states: readonly (typeof MEMBER_STATES)[number][];
  /** Folded; null for all. */
  readonly emailKey: string | null;
  readonly sort: MemberSort;
  readonly order: 'asc' | 'desc';
}

export type TeamMemberSettings = Readonly<
  Pick<TeamMember, 'email' | 'firstName' | 'lastName' | 'role' | 'timeZone' | 'removedAt'>
>;

export interface TeamMemberRow
  extends TeamMemberSettings, Readonly<Pick<TeamMember, 'id' | 'createdAt' | 'updatedAt'>> {
  readonly groups: readonly { readonly id: GroupId; readonly name: string }[];
}

/** The properties that a request sets. Items of `groups` may be anything. */
export interface NamedMemberSettings extends Partial<
  Pick<TeamMemberSettings, 'firstName' | 'lastName' | 'role'>
> {
  readonly groups?: readonly unknown[];
}

export interface WantedMembers extends NamedMemberSettings {
  /** Items may be anything. */
  readonly emails: readonly unknown[];
  readonly invitedBy?: string;
  readonly isMailed: boolean;
}

/** The changes that a request asks for. An absent property stays unchanged. */
export interface MemberChanges extends NamedMemberSettings {
  readonly email?: string;
  readonly timeZone?: string | null;
}

/** Members that a request has made active, in the order of its addresses. */
export interface CreatedMembers {
  readonly members: readonly TeamMemberRow[];
  /** Whether each was mailed; null when that was not asked for. */
  readonly isInvited: readonly boolean[] | null;
}

/** An address of a member in a request, and its path there. */
export interface NamedMember {
  readonly email: string;
  readonly emailKey: string;
  readonly path: string;
}

export type KnownMember = Readonly<Pick<TeamMember, 'id' | 'email' | 'emailKey' | 'removedAt'>>;

/** Counts the members that a request has removed, and those that had been removed before. */
export interface Removal {
  readonly removed: number;
  readonly before: number;
}

/** A team member of a manifest. An absent property gets its default in a new member, and stays in an existing one. */
export interface WantedTeamMember
  extends
    Pick<TeamMemberSettings, 'email' | 'firstName'>,
    Partial<Pick<TeamMemberSettings, 'lastName' | 'role'>> {
  /** The id for a new member. A present member keeps its own. */
  readonly id?: TeamMemberId;
  readonly groups: readonly string[];
}

/** Makes a member: an agent, unless another role is wanted. */
export function newMember(
  id: TeamMemberId,
  { email, firstName, lastName = '', role = 'agent' }: Omit<WantedTeamMember, 'id' | 'groups'>,
): TeamMemberSettings & Pick<TeamMemberRow, 'id'> {
  return { id, email, firstName, lastName, role, timeZone: null, removedAt: null };
}

/** Finds the changes that make an existing member the wanted one. A removed member becomes active again. */
export function differenceOfMember(
  current: TeamMemberRow,
  wanted: WantedTeamMember,
): { readonly changes: Partial<TeamMemberSettings>; readonly missingGroups: readonly string[] } {
  const { id: _id, groups, ...named } = wanted;
  const present = new Set(current.groups.map(({ name }) => name));
  return {
    changes: differing<TeamMemberSettings>(current, { ...named, removedAt: null }),
    missingGroups: [...new Set(groups)].filter((name) => !present.has(name)),
  };
}

export function checkMemberAddresses(value: unknown): string | null {
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

export const teamMemberNotFound = notFound('team member');
