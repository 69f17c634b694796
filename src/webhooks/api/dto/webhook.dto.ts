import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { EVENT_TYPES } from '../../../events/feed/event-types.js';
import { answerOf, pageAnswerOf } from '../../../platform/http/answers/answer.dto.js';
import {
  CheckedBy,
  Optional,
  OptionalFlag,
  OptionalOneOf,
} from '../../../platform/http/requests/validators.js';
import { checkObject } from '../../../kernel/checks.js';
import { MAX_FILTER_VALUES } from '../../settings/webhook-filter.rules.js';
import {
  checkTypes,
  checkWebhookUrl,
  MAX_URL_LENGTH,
  WEBHOOK_STATES,
  type SettableState,
} from '../../settings/webhook.rules.js';
import { PRIORITIES } from '../../../tickets/rules/properties/stored-ticket.js';
import { Enum, Flag, Id, Moment, MomentOrNull } from '../../../platform/http/answers/properties.js';

const SECRET_OPTIONS = {
  description: 'The secret in the form of Standard Webhooks. It is shown only once.',
  example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=',
};

const COMPANY = '0190c7a4-9e22-7040-8d31-6c7b8d9e0f1a';
const MEMBER = '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a';
const UUID = { format: 'uuid' };

export class WebhookSecretDto {
  @Id('0190c7a4-e0bb-7497-b608-9c0d1e2f3a4b') id!: string;
  @Moment('2026-01-31T09:30:00.000Z') created_at!: string;
  @MomentOrNull(null, 'It signs until then. Null for the newest one.') expires_at!: string | null;
}

export class NewWebhookSecretDto extends WebhookSecretDto {
  @ApiProperty(SECRET_OPTIONS) secret!: string;
}

const Values = (description: string, example: readonly string[], items: object = {}): PropertyDecorator =>
  ApiPropertyOptional({
    ...{ type: 'array', minItems: 1, maxItems: MAX_FILTER_VALUES, uniqueItems: true },
    ...{ items: { type: 'string', ...items }, description, example },
  } as object);

/** The lists by which a webhook picks events: the ticket of an event must be in each list that is named, as the event left it. */
export class WebhookFilterDto {
  @Values('Names of statuses.', ['new', 'open']) status?: string[];
  @Values('Names of groups.', ['Support']) group?: string[];
  @Values('Tags, without regard to case; the ticket has one of them.', ['vip']) tag?: string[];
  @Values('Priorities.', ['high', 'urgent'], { enum: [...PRIORITIES] }) priority?: string[];
  @Values('Names of categories of the first level, or `None`.', ['Billing']) category?: string[];

  @Values('Ids of companies; the customer of the ticket belonged to one of them.', [COMPANY], UUID)
  company_id?: string[];

  @Values('How the ticket came in.', ['api']) channel?: string[];

  @Values('Ids of team members; the event is about a note that mentions one of them.', [MEMBER], UUID)
  mentions?: string[];
}

export class WebhookDto {
  @Id('0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a') id!: string;
  @ApiProperty({ format: 'uri', example: 'https://receiver.example/desk' }) url!: string;
  @ApiProperty({ type: 'array', items: { type: 'string', enum: [...EVENT_TYPES] } }) types!: string[];
  @Flag(false, 'Whether it is told of notes, which customers must not see.') include_notes!: boolean;
  @Flag(false, 'Whether it is told of silent events, such as imports.') include_silent!: boolean;
  @Enum(WEBHOOK_STATES, 'active') state!: string;

  @ApiProperty({
    type: WebhookFilterDto,
    nullable: true,
    description: 'Which events it is told of, by their tickets. Null for all.',
    example: null,
  })
  filter!: WebhookFilterDto | null;

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
    type: WebhookFilterDto,
    nullable: true,
    description:
      'Only events whose ticket is in all of these lists, as the event left it. An event without a ticket passes only without a filter. ' +
      '`mentions` needs `include_notes`. Null clears it.',
    example: { group: ['Support'], priority: ['high', 'urgent'] },
  })
  @CheckedBy('isFilter', (value) => (value === null ? null : checkObject(value)))
  filter?: WebhookFilterDto | null;

  @OptionalFlag('Whether it is told of notes, which customers must not see. By default not.', false)
  include_notes?: boolean;

  @OptionalFlag('Whether it is told of silent events, such as imports. By default not.', false)
  include_silent?: boolean;

  @OptionalOneOf(
    WEBHOOK_STATES,
    '`disabled` switches it off: what waits stays, and nothing new is added.',
    'active',
  )
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
