import type { Wire } from '../platform/http/answers/answer.dto.js';
import { toAnswerOf, toPageAnswerOf } from '../platform/http/answers/pagination.presenter.js';
import { wire } from '../platform/http/answers/wire.js';
import { definedOnly } from '../kernel/objects.js';
import { foldEmail, isBlank, namesOf } from '../kernel/text.js';
import {
  type ListTeamMembersQuery,
  type NewTeamMembersResponse,
  TeamMemberDto,
  type CreateTeamMembersDto,
  type RemovedTeamMembersResponse,
  type RemoveTeamMembersDto,
  type UpdateTeamMemberDto,
} from './dto/team-member.dto.js';
import {
  roleNamed,
  type CreatedMembers,
  type MemberChanges,
  type MemberQuery,
  type NamedMemberSettings,
  type Removal,
  type TeamMemberRow,
  type WantedMembers,
} from './team-member.rules.js';

/** Converts the query of a list. Without a state, active members are meant. */
export function toMemberQuery(query: ListTeamMembersQuery): MemberQuery {
  return {
    states: namesOf(query.state ?? 'active') as MemberQuery['states'],
    emailKey: query.email === undefined ? null : foldEmail(query.email),
    sort: query.sort ?? 'created_at',
    order: query.order ?? 'desc',
  };
}

export function toWantedMembers(body: Partial<CreateTeamMembersDto>): WantedMembers {
  const { emails = [], invited_by: invitedBy, send_invitation_email: mailed } = body;
  const isMailed = mailed === true || mailed === 'true';
  return { emails, isMailed, ...settingsOf(body), ...definedOnly({ invitedBy }) };
}

export function toMemberChanges(body: UpdateTeamMemberDto): MemberChanges {
  return { ...settingsOf(body), ...definedOnly({ email: body.email, timeZone: body.time_zone }) };
}

/** Shows a member to clients. An empty name is shown as null. */
export function toTeamMemberDto(member: TeamMemberRow): Wire<TeamMemberDto> {
  return wire(TeamMemberDto, member, {
    first_name: member.firstName || null,
    last_name: member.lastName || null,
    active: member.removedAt === null,
    organization_role: member.role,
    profile_image_url: null,
    groups: member.groups.map(({ name }) => name),
  });
}

export function toNewTeamMembersResponse({
  members,
  isInvited,
}: CreatedMembers): Wire<NewTeamMembersResponse> {
  return {
    team_members: members.map(toTeamMemberDto),
    ...(isInvited !== null && { invitation_email_sent: [...isInvited] }),
  };
}

/** Shows one member. Its entity tag is made from this. */
export const toTeamMemberResponse = toAnswerOf('team_member', toTeamMemberDto);

export const toTeamMemberListResponse = toPageAnswerOf('team_members', toTeamMemberDto);

export function toRemovals({ emails = [] }: Partial<RemoveTeamMembersDto>): readonly unknown[] {
  return emails;
}

export function toRemovedResponse({ removed, before }: Removal): Wire<RemovedTeamMembersResponse> {
  const now = `${counted(removed)} removed`;
  return { message: before === 0 ? `${now}.` : `${now}; ${counted(before)} removed before.` };
}

function settingsOf(body: Partial<CreateTeamMembersDto> | UpdateTeamMemberDto): NamedMemberSettings {
  const { first_name, last_name, organization_role: role, groups } = body;
  const [firstName, lastName] = [trimmed(first_name), trimmed(last_name)];
  return definedOnly({ firstName, lastName, role: roleNamed(role ?? ''), groups });
}

/** Trims a name. A blank one counts as none. */
function trimmed(name: string | undefined): string | undefined {
  return name !== undefined && isBlank(name) ? '' : name?.trim();
}

function counted(members: number): string {
  return members === 1 ? '1 team member was' : `${members} team members were`;
}
