import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EVENT_TYPES } from '../../../events/feed/event-types.js';
import { checkFlag } from '../../../kernel/checks.js';
import { PaginationDto } from '../../../platform/http/answers/pagination.dto.js';
import { Checked, IsOneOf, Optional } from '../../../platform/http/requests/validators.js';
import {
  checkTypes,
  checkWebhookUrl,
  MAX_URL_LENGTH,
  WEBHOOK_STATES,
  type SettableState,
} from '../../settings/webhook.rules.js';

const SECRET_OPTIONS = {
  description: 'The secret in the form of Standard Webhooks. It is shown only once.',
  example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=',
};

/** A secret without its text. */
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

export class NewWebhookSecretDto extends WebhookSecretDto {
  @ApiProperty(SECRET_OPTIONS)
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

export class NewWebhookDto extends WebhookDto {
  @ApiProperty(SECRET_OPTIONS)
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

const IsFlag = (): PropertyDecorator => Checked('isFlag', checkFlag);

const URL_OPTIONS = {
  format: 'uri',
  maxLength: MAX_URL_LENGTH,
  description:
    'An https:// address without user and password. What its name leads to must be public; that is checked at each connection.',
  example: 'https://receiver.example/desk',
} as const;

export const TYPES_OPTIONS = {
  type: 'array',
  minItems: 1,
  maxItems: EVENT_TYPES.length,
  uniqueItems: true,
  items: { type: 'string', enum: [...EVENT_TYPES] },
  description: 'The types of events that it is told of.',
  example: ['ticket.created', 'ticket.updated'],
} as const;

/** The settings that a request may leave out. */
class WebhookSettingsDto {
  @ApiPropertyOptional({
    description: 'Whether it is told of notes, which customers must not see. By default not.',
    example: false,
  })
  @Optional()
  @IsFlag()
  include_notes?: boolean;

  @ApiPropertyOptional({
    description: 'Whether it is told of silent events, such as imports. By default not.',
    example: false,
  })
  @Optional()
  @IsFlag()
  include_silent?: boolean;

  @ApiPropertyOptional({
    enum: WEBHOOK_STATES,
    description: '`disabled` switches it off: what waits stays, and nothing new is added.',
    example: 'active',
  })
  @Optional()
  @IsOneOf(WEBHOOK_STATES)
  state?: SettableState;
}

/** A new webhook (extensions, section 18). */
export class CreateWebhookDto extends WebhookSettingsDto {
  @ApiProperty(URL_OPTIONS)
  @Checked('isWebhookUrl', checkWebhookUrl)
  url!: string;

  @ApiProperty(TYPES_OPTIONS as object)
  @Checked('areTypes', checkTypes)
  types!: string[];
}

/** Changes of a webhook. What is absent stays. */
export class UpdateWebhookDto extends WebhookSettingsDto {
  @ApiPropertyOptional(URL_OPTIONS)
  @Optional()
  @Checked('isWebhookUrl', checkWebhookUrl)
  url?: string;

  @ApiPropertyOptional(TYPES_OPTIONS as object)
  @Optional()
  @Checked('areTypes', checkTypes)
  types?: string[];
}
