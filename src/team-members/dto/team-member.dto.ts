import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { answerOf, pageAnswerOf } from '../../platform/http/answers/answer.dto.js';
import {
  TEAM_MEMBER_ROLES,
  MEMBER_SORTS,
  MEMBER_STATES,
  checkMemberAddresses,
  checkRole,
  MAX_GROUPS,
  MAX_MEMBER_NAME_LENGTH,
  MAX_NAMED,
  MAX_TIME_ZONE_LENGTH,
  type TeamMemberRole,
  type MemberSort,
} from '../team-member.rules.js';
import {
  OneOf,
  FilterOf,
  IsEmailAddress,
  Optional,
  CheckedBy,
  IsLine,
  OptionalEmail,
} from '../../platform/http/requests/validators.js';
import { PageQuery } from '../../platform/http/requests/page.query.js';
import { checkLine, checkList, MAX_EMAIL_LENGTH } from '../../kernel/checks.js';
import { ONE_LINE } from '../../kernel/text.js';
import { Email, Enum, Flag, Id, Moment, Text, TextOrNull } from '../../platform/http/answers/properties.js';

/** A person who handles tickets [rule 14]. */
export class TeamMemberDto {
  @Id('0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a') id!: string;
  @Email('eve@acme.example') email!: string;
  @TextOrNull('Eve') first_name!: string | null;
  @TextOrNull('Jones') last_name!: string | null;
  @Flag(true, 'Whether the member is active. A removed member is not.') active!: boolean;
  @TextOrNull('Europe/Berlin') time_zone!: string | null;
  @Enum(TEAM_MEMBER_ROLES, 'agent') organization_role!: TeamMemberRole;
  @TextOrNull(null, 'Always null.') profile_image_url!: string | null;

  @ApiProperty({ type: [String], description: 'Names of the groups, sorted.', example: ['Support'] })
  groups!: string[];

  @Moment('2026-03-04T10:00:00.000Z') created_at!: string;
  @Moment('2026-06-09T12:00:00.000Z') updated_at!: string;
}

export class TeamMemberResponse extends answerOf('team_member', TeamMemberDto) {}

export class NewTeamMembersResponse {
  @ApiProperty({ type: [TeamMemberDto] }) team_members!: TeamMemberDto[];

  @ApiPropertyOptional({
    type: [Boolean],
    description:
      'Whether an invitation was mailed to each, in the same order; only with `send_invitation_email`. None is mailed without mail of the ' +
      'workspace, to an address that was invited within 24 hours, or when the workspace has sent 100 within 24 hours.',
    example: [true],
  })
  invitation_email_sent?: boolean[];
}

export class TeamMemberListResponse extends pageAnswerOf('team_members', TeamMemberDto) {}

export class ListTeamMembersQuery extends PageQuery {
  @FilterOf(MEMBER_STATES, {
    description: 'One or both states, separated by commas. When absent, only active members are returned.',
    example: ['active', 'inactive'],
  })
  state?: string | string[];

  @OptionalEmail('The address of the member, compared without regard to case.', 'eve@acme.example')
  email?: string;

  @OneOf(MEMBER_SORTS, { default: 'created_at' }) sort?: MemberSort;
  @OneOf(['asc', 'desc'], { default: 'desc', description: 'Ties are broken by id.' }) order?: 'asc' | 'desc';
}

const NAME = { maxLength: MAX_MEMBER_NAME_LENGTH, pattern: ONE_LINE };

const ADDRESSES = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_NAMED,
  items: { type: 'string', format: 'idn-email', maxLength: MAX_EMAIL_LENGTH },
} as const;

class TeamMemberSettingsDto {
  @Optional({ ...NAME, example: 'Sam' }) @IsLine({ max: MAX_MEMBER_NAME_LENGTH }) first_name?: string;
  @Optional({ ...NAME, example: 'Smith' }) @IsLine({ max: MAX_MEMBER_NAME_LENGTH }) last_name?: string;

  @Optional({
    enum: TEAM_MEMBER_ROLES,
    description: 'In any case. A new member without one is an `agent`.',
    example: 'agent',
  })
  @CheckedBy('isRole', checkRole)
  organization_role?: string;

  @Optional({
    type: 'array',
    maxItems: MAX_GROUPS,
    items: { type: 'string' },
    description: 'Names of groups. The member leaves all others.',
    example: ['Support'],
  })
  @CheckedBy('areGroups', (value) => checkList(value, { max: MAX_GROUPS, of: 'names of groups' }))
  groups?: unknown[];
}

/** Members to add [rule 14]. The rules check each address, at its own path. */
export class CreateTeamMembersDto extends TeamMemberSettingsDto {
  @ApiProperty({
    ...ADDRESSES,
    description:
      'Addresses that no active member has, compared without regard to case. Names can only be given for a single address.',
    example: ['sam@acme.example'],
  })
  @CheckedBy('isAddressList', checkMemberAddresses)
  emails!: unknown[];

  @OptionalEmail(
    'Address of the active member who asks for them. The audit trail keeps it.',
    'eve@acme.example',
  )
  invited_by?: string;

  @Optional({
    oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['true', 'false'] }],
    description:
      'By default false. With `true` each address is told by mail that it belongs to the team, as far as the workspace sends mail; ' +
      '`invitation_email_sent` says to whom.',
    example: false,
  })
  @CheckedBy('isInvitation', (value) =>
    [true, false, 'true', 'false'].includes(value as boolean) ? null : 'must be true or false',
  )
  send_invitation_email?: boolean | string;
}

/** Changes of one member [rule 14]. What is absent stays. */
export class UpdateTeamMemberDto extends TeamMemberSettingsDto {
  @Optional({
    format: 'idn-email',
    maxLength: MAX_EMAIL_LENGTH,
    description: 'An address that no other present or removed member has.',
    example: 'eve@acme.example',
  })
  @IsEmailAddress()
  email?: string;

  @Optional({
    type: String,
    nullable: true,
    maxLength: MAX_TIME_ZONE_LENGTH,
    pattern: ONE_LINE,
    description: 'Name of a time zone. `null` clears it.',
    example: 'Europe/Berlin',
  })
  @CheckedBy('isTimeZone', (value) =>
    value === null ? null : checkLine(value, { max: MAX_TIME_ZONE_LENGTH, blank: 'refused' }),
  )
  time_zone?: string | null;
}

/** The members to remove [spec 4.8]. The rules check each address, at its own path. */
export class RemoveTeamMembersDto {
  @ApiProperty({
    ...ADDRESSES,
    description: 'Addresses of present or removed team members, compared without regard to case.',
    example: ['kim@acme.example'],
  })
  @CheckedBy('isRemovalList', checkMemberAddresses)
  emails!: unknown[];
}

export class RemovedTeamMembersResponse {
  @Text('1 team member was removed.', 'How many were removed.') message!: string;
}
