import { ApiProperty } from '@nestjs/swagger';
import { EVENT_TYPES } from '../../../events/feed/event-types.js';
import { PaginationDto } from '../../../platform/http/answers/pagination.dto.js';
import { WEBHOOK_STATES } from '../../settings/webhook.rules.js';

/** A secret without what it is. */
export class WebhookSecretDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-e0bb-7497-b608-9c0d1e2f3a4b' })
  id!: string;

  @ApiProperty({ format: 'date-time', example: '2026-01-31T09:30:00.000Z' })
  created_at!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'It signs until then. Null for the newest one.',
    example: null,
  })
  expires_at!: string | null;
}

/** A secret that was just made. */
export class NewWebhookSecretDto extends WebhookSecretDto {
  @ApiProperty({
    description: 'The secret in the form of Standard Webhooks. It is shown only once.',
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=',
  })
  secret!: string;
}

/** An address that is told of events. */
export class WebhookDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a' })
  id!: string;

  @ApiProperty({ format: 'uri', example: 'https://receiver.example/desk' })
  url!: string;

  @ApiProperty({ type: 'array', items: { type: 'string', enum: [...EVENT_TYPES] } })
  types!: string[];

  @ApiProperty({ description: 'Whether it is told of notes, which customers must not see.', example: false })
  include_notes!: boolean;

  @ApiProperty({ description: 'Whether it is told of silent events, such as imports.', example: false })
  include_silent!: boolean;

  @ApiProperty({ enum: WEBHOOK_STATES, example: 'active' })
  state!: string;

  @ApiProperty({
    enum: ['gone', 'failing'],
    nullable: true,
    description:
      'Why the service switched it off: the endpoint answered 410, or failed for five days. Null otherwise.',
    example: null,
  })
  disabled_reason!: string | null;

  @ApiProperty({ type: [WebhookSecretDto], description: 'The secrets that sign now, newest first.' })
  secrets!: WebhookSecretDto[];

  @ApiProperty({ format: 'date-time', example: '2026-01-31T09:30:00.000Z' })
  created_at!: string;

  @ApiProperty({ format: 'date-time', example: '2026-01-31T09:30:00.000Z' })
  updated_at!: string;
}

/** A webhook that was just made. */
export class NewWebhookDto extends WebhookDto {
  @ApiProperty({
    description: 'The secret in the form of Standard Webhooks. It is shown only once.',
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=',
  })
  secret!: string;
}

export class WebhookResponse {
  @ApiProperty({ type: WebhookDto })
  webhook!: WebhookDto;
}

export class NewWebhookResponse {
  @ApiProperty({ type: NewWebhookDto })
  webhook!: NewWebhookDto;
}

export class WebhookListResponse {
  @ApiProperty({ type: [WebhookDto] })
  webhooks!: WebhookDto[];

  @ApiProperty({ type: PaginationDto })
  pagination!: PaginationDto;
}

export class NewWebhookSecretResponse {
  @ApiProperty({ type: NewWebhookSecretDto })
  secret!: NewWebhookSecretDto;
}
