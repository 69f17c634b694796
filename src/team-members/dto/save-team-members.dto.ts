import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { checkLine, checkList, MAX_EMAIL_LENGTH } from '../../kernel/checks.js';
import { ONE_LINE } from '../../kernel/text.js';
import { Checked, IsEmailAddress, IsLine, Optional } from '../../platform/http/requests/validators.js';
import {
  checkRole,
  MAX_GROUPS,
  MAX_MEMBER_NAME_LENGTH,
  MAX_TIME_ZONE_LENGTH,
} from '../team-member-changes.rules.js';
import { checkAddresses, MAX_NAMED, TEAM_MEMBER_ROLES } from '../team-member.rules.js';

const NAME = { maxLength: MAX_MEMBER_NAME_LENGTH, pattern: ONE_LINE };

class TeamMemberSettingsDto {
  @ApiPropertyOptional({ ...NAME, example: 'Sam' })
  @Optional()
  @IsLine({ max: MAX_MEMBER_NAME_LENGTH })
  first_name?: string;

  @ApiPropertyOptional({ ...NAME, example: 'Smith' })
  @Optional()
  @IsLine({ max: MAX_MEMBER_NAME_LENGTH })
  last_name?: string;

  @ApiPropertyOptional({
    enum: TEAM_MEMBER_ROLES,
    description: 'In any case. A new member without one is an `agent`.',
    example: 'agent',
  })
  @Optional()
  @Checked('isRole', checkRole)
  organization_role?: string;

  @ApiPropertyOptional({
    type: 'array',
    maxItems: MAX_GROUPS,
    items: { type: 'string' },
    description: 'Names of groups. The member leaves all others.',
    example: ['Support'],
  })
  @Optional()
  @Checked('areGroups', (value) => checkList(value, { max: MAX_GROUPS, of: 'names of groups' }))
  groups?: unknown[];
}

/** Members to add (extensions, section 14). The rules check each address, at its own path. */
export class CreateTeamMembersDto extends TeamMemberSettingsDto {
  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: MAX_NAMED,
    items: { type: 'string', format: 'idn-email', maxLength: MAX_EMAIL_LENGTH },
    description:
      'Addresses that no active member has, compared without regard to case. Names can only be given for a single address.',
    example: ['sam@acme.example'],
  })
  @Checked('isAddressList', checkAddresses)
  emails!: unknown[];

  @ApiPropertyOptional({
    format: 'idn-email',
    description: 'Address of the active member who asks for them. The audit trail keeps it.',
    example: 'eve@acme.example',
  })
  @Optional()
  @IsEmailAddress()
  invited_by?: string;

  @ApiPropertyOptional({
    oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['true', 'false'] }],
    description:
      'By default false. With `true` each address is told by mail that it belongs to the team, as far as the workspace sends mail; ' +
      '`invitation_email_sent` says to whom.',
    example: false,
  })
  @Optional()
  @Checked('isInvitation', (value) =>
    [true, false, 'true', 'false'].includes(value as boolean) ? null : 'must be true or false',
  )
  send_invitation_email?: boolean | string;
}

/** Changes of one member (extensions, section 14). What is absent stays. */
export class UpdateTeamMemberDto extends TeamMemberSettingsDto {
  @ApiPropertyOptional({
    format: 'idn-email',
    maxLength: MAX_EMAIL_LENGTH,
    description: 'An address that no other present or removed member has.',
    example: 'eve@acme.example',
  })
  @Optional()
  @IsEmailAddress()
  email?: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_TIME_ZONE_LENGTH,
    pattern: ONE_LINE,
    description: 'Name of a time zone. `null` clears it.',
    example: 'Europe/Berlin',
  })
  @Optional()
  @Checked('isTimeZone', (value) =>
    value === null ? null : checkLine(value, { max: MAX_TIME_ZONE_LENGTH, blank: 'refused' }),
  )
  time_zone?: string | null;
}
