import { ApiProperty } from '@nestjs/swagger';
import { BUT_NAMED, KEY_SCOPES } from '../scopes.js';
import { ApiKeyMemberDto } from './api-key.dto.js';
import {
  Id,
  IdOrNull,
  Moment,
  MomentOrNull,
  Text,
  WholeOrNull,
} from '../../platform/http/answers/properties.js';

/** A key as operators see it: without its text. */
export class OperatorKeyDto {
  @Id('0190c7a4-d1aa-7386-a5f7-8b9c0d1e2f30') id!: string;
  @Text('Website') name!: string;
  @Text('desk_4Gh2…', 'The first characters of the key, when the service has made it.') hint!: string;

  @ApiProperty({
    enum: KEY_SCOPES,
    isArray: true,
    nullable: true,
    description: `Null: everything${BUT_NAMED}, also scopes that come later.`,
    example: ['tickets:read', 'tickets:write'],
  })
  scopes!: string[] | null;

  @ApiProperty({
    type: ApiKeyMemberDto,
    nullable: true,
    description: 'The team member for whom the key speaks.',
  })
  team_member!: ApiKeyMemberDto | null;

  @WholeOrNull(null, 'Its own limit. Null: that of its workspace, or of the installation.')
  requests_per_minute!: number | null;

  @Moment('2026-01-31T09:30:00.000Z') created_at!: string;
  @MomentOrNull(null) expires_at!: string | null;
  @MomentOrNull(null) revoked_at!: string | null;
  @IdOrNull(null, 'The key that a rotation made of it.') replaced_by!: string | null;
  @MomentOrNull(null, 'To about a minute.') last_used_at!: string | null;
}
