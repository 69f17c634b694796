import { ApiProperty } from '@nestjs/swagger';
import { KEY_SCOPES } from '../scopes.js';
import { ApiKeyMemberDto } from './api-key.dto.js';

/** A key as operators see it: without its text. */
export class OperatorKeyDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-d1aa-7386-a5f7-8b9c0d1e2f30' })
  id!: string;

  @ApiProperty({ example: 'Website' })
  name!: string;

  @ApiProperty({
    description: 'The first characters of the key, when the service has made it.',
    example: 'desk_4Gh2…',
  })
  hint!: string;

  @ApiProperty({
    enum: KEY_SCOPES,
    isArray: true,
    nullable: true,
    description: 'Null: everything, also scopes that come later.',
    example: ['tickets:read', 'tickets:write'],
  })
  scopes!: string[] | null;

  @ApiProperty({
    type: ApiKeyMemberDto,
    nullable: true,
    description: 'The team member for whom the key speaks.',
  })
  team_member!: ApiKeyMemberDto | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Its own limit. Null: that of its workspace, or of the installation.',
    example: null,
  })
  requests_per_minute!: number | null;

  @ApiProperty({ format: 'date-time', example: '2026-01-31T09:30:00.000Z' })
  created_at!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  expires_at!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  revoked_at!: string | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The key that a rotation made of it.',
    example: null,
  })
  replaced_by!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'To about a minute.',
    example: null,
  })
  last_used_at!: string | null;
}
