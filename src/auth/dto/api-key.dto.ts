import { ApiProperty } from '@nestjs/swagger';
import { answerOf } from '../../platform/http/answers/answer.dto.js';
import { BUT_NAMED, KEY_SCOPES } from '../scopes.js';
import {
  Email,
  Enum,
  Id,
  Moment,
  MomentOrNull,
  Ordinal,
  Text,
} from '../../platform/http/answers/properties.js';

export class ApiKeyMemberDto {
  @Id('0190c7a4-b0c1-7f2a-8a3e-5d6f7a8b9c0d') id!: string;
  @Text('Eve Jones') name!: string;
  @Email('eve@acme.example') email!: string;

  @Enum(
    ['active', 'inactive'],
    'active',
    'While the member is `inactive`, the key writes neither comments nor drafts.',
  )
  state!: 'active' | 'inactive';
}

export class ApiKeyDto {
  @Id('0190c7a4-d1aa-7386-a5f7-8b9c0d1e2f30') id!: string;
  @Text('Website', 'The name that the operator gave the key.') name!: string;

  @ApiProperty({
    enum: KEY_SCOPES,
    isArray: true,
    description: `What the key may do. A key that is not limited to scopes has all of them${BUT_NAMED}, also those that come later.`,
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

  @MomentOrNull('2027-01-31T09:30:00.000Z', 'When the key stops working; `null` when it does not expire.')
  expires_at!: string | null;

  @Ordinal(
    60_000,
    'How many requests the key may send in a minute: its own limit, or that of its workspace, or that of the installation.',
  )
  requests_per_minute!: number;

  @MomentOrNull(
    '2026-11-20T08:15:00.000Z',
    'When the key was last used. It is written down once a minute, so it may be a minute old, and `null` in the first minute.',
  )
  last_used_at!: string | null;

  @Moment('2026-01-31T09:30:00.000Z') created_at!: string;
}

export class ApiKeyResponse extends answerOf('api_key', ApiKeyDto) {}
