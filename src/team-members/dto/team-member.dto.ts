import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PaginationDto } from '../../platform/http/answers/pagination.dto.js';
import { TEAM_MEMBER_ROLES, type TeamMemberRole } from '../team-member.rules.js';

/** A person who handles tickets (extensions, section 14). */
export class TeamMemberDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a' })
  id!: string;

  @ApiProperty({ format: 'idn-email', example: 'eve@acme.example' })
  email!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Eve' })
  first_name!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Jones' })
  last_name!: string | null;

  @ApiProperty({ description: 'False for a member who was removed.', example: true })
  active!: boolean;

  @ApiProperty({ type: String, nullable: true, example: 'Europe/Berlin' })
  time_zone!: string | null;

  @ApiProperty({ enum: TEAM_MEMBER_ROLES, example: 'agent' })
  organization_role!: TeamMemberRole;

  @ApiProperty({ type: String, nullable: true, description: 'Always null.', example: null })
  profile_image_url!: string | null;

  @ApiProperty({ type: [String], description: 'Names of the groups, sorted.', example: ['Support'] })
  groups!: string[];

  @ApiProperty({ format: 'date-time', example: '2026-03-04T10:00:00.000Z' })
  created_at!: string;

  @ApiProperty({ format: 'date-time', example: '2026-06-09T12:00:00.000Z' })
  updated_at!: string;
}

export class TeamMemberResponse {
  @ApiProperty({ type: TeamMemberDto })
  team_member!: TeamMemberDto;
}

export class NewTeamMembersResponse {
  @ApiProperty({ type: [TeamMemberDto] })
  team_members!: TeamMemberDto[];

  @ApiPropertyOptional({
    type: [Boolean],
    description:
      'Whether an invitation was mailed to each, in the same order; only with `send_invitation_email`. None is mailed without mail of the ' +
      'workspace, to an address that was invited within 24 hours, or when the workspace has sent 100 within 24 hours.',
    example: [true],
  })
  invitation_email_sent?: boolean[];
}

export class TeamMemberListResponse {
  @ApiProperty({ type: [TeamMemberDto] })
  team_members!: TeamMemberDto[];

  @ApiProperty({ type: PaginationDto })
  pagination!: PaginationDto;
}
