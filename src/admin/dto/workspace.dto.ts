import { ApiProperty } from '@nestjs/swagger';
import { answerOf, pageAnswerOf } from '../../platform/http/answers/answer.dto.js';
import { Enum, Id, IdOrNull, Moment, MomentOrNull, Text } from '../../platform/http/answers/properties.js';

const STATES = ['active', 'suspended', 'deleting'];

export class AdminWorkspaceDto {
  @Id('0190c7a4-a0aa-7386-a5f7-8b9c0d1e2f30') id!: string;
  @Text('acme', 'Its name in the address of its API.') subdomain!: string;
  @Text('Acme') name!: string;

  @Enum(
    STATES,
    'active',
    'Keys of a `suspended` workspace are refused. One that is `deleting` has a subdomain that begins with `deleting-`, until it is gone.',
  )
  state!: 'active' | 'suspended' | 'deleting';

  @MomentOrNull(null) suspended_at!: string | null;
  @Moment('2026-01-31T09:30:00.000Z') created_at!: string;
}

export class AdminWorkspaceListResponse extends pageAnswerOf('workspaces', AdminWorkspaceDto) {}

export class AdminWorkspaceResponse extends answerOf('workspace', AdminWorkspaceDto) {}

export class AppliedWorkspaceDto {
  @IdOrNull(
    '0190c7a4-a0aa-7386-a5f7-8b9c0d1e2f30',
    'Null when a dry run found that there is no such workspace yet.',
  )
  id!: string | null;

  @Text('globex') subdomain!: string;
  @Text('Globex') name!: string;
}

export class AppliedWorkspaceResponse extends answerOf('workspace', AppliedWorkspaceDto) {
  @ApiProperty({
    type: [String],
    description: 'A sentence for each change. The list is empty when nothing had to change.',
    example: ['created workspace "globex"'],
  })
  changes!: string[];
}
