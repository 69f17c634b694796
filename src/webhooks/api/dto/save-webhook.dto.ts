import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EVENT_TYPES } from '../../../events/feed/event-types.js';
import { checkFlag } from '../../../kernel/checks.js';
import { Checked, IsOneOf, Optional } from '../../../platform/http/requests/validators.js';
import { MAX_URL_LENGTH } from '../../settings/webhook.limits.js';
import {
  checkTypes,
  checkWebhookUrl,
  WEBHOOK_STATES,
  type SettableState,
} from '../../settings/webhook.rules.js';

const IsFlag = (): PropertyDecorator => Checked('isFlag', checkFlag);

const URL_OPTIONS = {
  format: 'uri',
  maxLength: MAX_URL_LENGTH,
  description:
    'An https:// address without user and password. What its name leads to must be public; that is checked at each connection.',
  example: 'https://receiver.example/desk',
} as const;

const TYPES_OPTIONS = {
  type: 'array',
  minItems: 1,
  maxItems: EVENT_TYPES.length,
  uniqueItems: true,
  items: { type: 'string', enum: [...EVENT_TYPES] },
  description: 'The types of events that it is told of.',
  example: ['ticket.created', 'ticket.updated'],
} as const;

/** What can be left out. */
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
