import { ApiProperty, PartialType } from '@nestjs/swagger';
import { EVENT_TYPES } from '../../../events/feed/event-types.js';
import { answerOf, pageAnswerOf } from '../../../platform/http/answers/answer.dto.js';
import { CheckedBy, IsFlag, IsOneOf, Optional } from '../../../platform/http/requests/validators.js';
import {
  checkTypes,
  checkWebhookUrl,
  MAX_URL_LENGTH,
  WEBHOOK_STATES,
  type SettableState,
} from '../../settings/webhook.rules.js';
import { Flag, Id, Moment, MomentOrNull } from '../../../platform/http/answers/properties.js';

const SECRET_OPTIONS = {
  description: 'The secret in the form of Standard Webhooks. It is shown only once.',
  example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=',
};

export class WebhookSecretDto {
  @Id('0190c7a4-e0bb-7497-b608-9c0d1e2f3a4b') id!: string;
  @Moment('2026-01-31T09:30:00.000Z') created_at!: string;
  @MomentOrNull(null, 'It signs until then. Null for the newest one.') expires_at!: string | null;
}

export class NewWebhookSecretDto extends WebhookSecretDto {
  @ApiProperty(SECRET_OPTIONS) secret!: string;
}

export class WebhookDto {
  @Id('0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a') id!: string;
  @ApiProperty({ format: 'uri', example: 'https://receiver.example/desk' }) url!: string;
  @ApiProperty({ type: 'array', items: { type: 'string', enum: [...EVENT_TYPES] } }) types!: string[];
  @Flag(false, 'Whether it is told of notes, which customers must not see.') include_notes!: boolean;
  @Flag(false, 'Whether it is told of silent events, such as imports.') include_silent!: boolean;
  @ApiProperty({ enum: WEBHOOK_STATES, example: 'active' }) state!: string;

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

  @Moment('2026-01-31T09:30:00.000Z') created_at!: string;
  @Moment('2026-01-31T09:30:00.000Z') updated_at!: string;
}

export class NewWebhookDto extends WebhookDto {
  @ApiProperty(SECRET_OPTIONS) secret!: string;
}

export class WebhookResponse extends answerOf('webhook', WebhookDto) {}

export class NewWebhookResponse extends answerOf('webhook', NewWebhookDto) {}

export class WebhookListResponse extends pageAnswerOf('webhooks', WebhookDto) {}

export class NewWebhookSecretResponse extends answerOf('secret', NewWebhookSecretDto) {}

export const TYPES_OPTIONS = {
  type: 'array',
  minItems: 1,
  maxItems: EVENT_TYPES.length,
  uniqueItems: true,
  items: { type: 'string', enum: [...EVENT_TYPES] },
  description: 'The types of events that it is told of.',
  example: ['ticket.created', 'ticket.updated'],
} as const;

export class CreateWebhookDto {
  @Optional({
    description: 'Whether it is told of notes, which customers must not see. By default not.',
    example: false,
  })
  @IsFlag()
  include_notes?: boolean;

  @Optional({
    description: 'Whether it is told of silent events, such as imports. By default not.',
    example: false,
  })
  @IsFlag()
  include_silent?: boolean;

  @Optional({
    enum: WEBHOOK_STATES,
    description: '`disabled` switches it off: what waits stays, and nothing new is added.',
    example: 'active',
  })
  @IsOneOf(WEBHOOK_STATES)
  state?: SettableState;

  @ApiProperty({
    format: 'uri',
    maxLength: MAX_URL_LENGTH,
    description:
      'An https:// address without user and password. What its name leads to must be public; that is checked at each connection.',
    example: 'https://receiver.example/desk',
  })
  @CheckedBy('isWebhookUrl', checkWebhookUrl)
  url!: string;

  @ApiProperty(TYPES_OPTIONS as object) @CheckedBy('areTypes', checkTypes) types!: string[];
}

/** The changes of a webhook. An absent property stays unchanged. */
export class UpdateWebhookDto extends PartialType(CreateWebhookDto, { skipNullProperties: false }) {}
