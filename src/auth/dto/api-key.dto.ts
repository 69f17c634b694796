import { ApiProperty } from '@nestjs/swagger';
import { answerOf } from '../../platform/http/answers/answer.dto.js';
import { KEY_SCOPES } from '../scopes.js';

export class ApiKeyMemberDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-b0c1-7f2a-8a3e-5d6f7a8b9c0d' })
  id!: string;

  @ApiProperty({ example: 'Eve Jones' })
  name!: string;

  @ApiProperty({ format: 'idn-email', example: 'eve@acme.example' })
  email!: string;

  @ApiProperty({
    enum: ['active', 'inactive'],
    description: 'While the member is `inactive`, the key writes neither comments nor drafts.',
    example: 'active',
  })
  state!: 'active' | 'inactive';
}

export class ApiKeyDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-d1aa-7386-a5f7-8b9c0d1e2f30' })
  id!: string;

  @ApiProperty({ description: 'The name that the operator gave the key.', example: 'Website' })
  name!: string;

  @ApiProperty({
    enum: KEY_SCOPES,
    isArray: true,
    description:
      'What the key may do. A key that is not limited to scopes has all of them, also those that come later.',
    example: ['tickets:read', 'tickets:write'],
  })
  scopes!: string[];

  @ApiProperty({
    type: ApiKeyMemberDto,
    nullable: true,
    description:
      'The team member for whom the key speaks; `null` when it has to name the author of each comment.',
  })
  team_member!: ApiKeyMemberDto | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the key stops working; `null` when it does not expire.',
    example: '2027-01-31T09:30:00.000Z',
  })
  expires_at!: string | null;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description:
      'How many requests the key may send in a minute: its own limit, or that of its workspace, or that of the installation.',
    example: 60_000,
  })
  requests_per_minute!: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'When the key was last used. It is written down once a minute, so it may be a minute old, and `null` in the first minute.',
    example: '2026-11-20T08:15:00.000Z',
  })
  last_used_at!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-01-31T09:30:00.000Z' })
  created_at!: string;
}

export class ApiKeyResponse extends answerOf('api_key', ApiKeyDto) {}
