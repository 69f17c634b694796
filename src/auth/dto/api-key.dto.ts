import { ApiProperty } from '@nestjs/swagger';
import { KEY_SCOPES } from '../scopes.js';

/** An API key, without the key itself. */
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

export class ApiKeyResponse {
  @ApiProperty({ type: ApiKeyDto })
  api_key!: ApiKeyDto;
}
