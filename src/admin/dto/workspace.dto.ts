import { ApiProperty } from '@nestjs/swagger';
import { answerOf, pageAnswerOf } from '../../platform/http/answers/answer.dto.js';

const STATES = ['active', 'suspended', 'deleting'];

export class AdminWorkspaceDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-a0aa-7386-a5f7-8b9c0d1e2f30' })
  id!: string;

  @ApiProperty({ description: 'Its name in the address of its API.', example: 'acme' })
  subdomain!: string;

  @ApiProperty({ example: 'Acme' })
  name!: string;

  @ApiProperty({
    enum: STATES,
    description:
      'Keys of a `suspended` workspace are refused. One that is `deleting` has a subdomain that begins with `deleting-`, until it is gone.',
    example: 'active',
  })
  state!: 'active' | 'suspended' | 'deleting';

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  suspended_at!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-01-31T09:30:00.000Z' })
  created_at!: string;
}

export class AdminWorkspaceListResponse extends pageAnswerOf('workspaces', AdminWorkspaceDto) {}

export class AdminWorkspaceResponse extends answerOf('workspace', AdminWorkspaceDto) {}

export class AppliedWorkspaceDto {
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Null when a dry run found that there is no such workspace yet.',
    example: '0190c7a4-a0aa-7386-a5f7-8b9c0d1e2f30',
  })
  id!: string | null;

  @ApiProperty({ example: 'globex' })
  subdomain!: string;

  @ApiProperty({ example: 'Globex' })
  name!: string;
}

export class AppliedWorkspaceResponse extends answerOf('workspace', AppliedWorkspaceDto) {
  @ApiProperty({
    type: [String],
    description: 'A sentence for each change. The list is empty when nothing had to change.',
    example: ['created workspace "globex"'],
  })
  changes!: string[];
}
