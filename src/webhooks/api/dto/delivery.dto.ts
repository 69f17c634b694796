import { ApiProperty } from '@nestjs/swagger';
import { EVENT_TYPES, type EventType } from '../../../events/feed/event-types.js';
import type { Check } from '../../../kernel/checks.js';
import { answerOf, pageAnswerOf } from '../../../platform/http/answers/answer.dto.js';
import { OneOf, CheckedBy, Optional, OptionalFlag } from '../../../platform/http/requests/validators.js';
import { PageQuery } from '../../../platform/http/requests/page.query.js';
import { DELIVERY_STATES, TEST_TYPE } from '../../deliveries/delivery.rules.js';
import type { DeliveryState } from '../../entities/webhook.entity.js';
import { checkTypes } from '../../settings/webhook.rules.js';
import { TYPES_OPTIONS } from './webhook.dto.js';
import {
  Count,
  Enum,
  Id,
  Moment,
  MomentOrNull,
  Ordinal,
  OrdinalOrNull,
  TextOrNull,
  WholeOrNull,
} from '../../../platform/http/answers/properties.js';

export class DeliveryDto {
  @Id('0190c7a4-f0cc-75a8-8719-0d1e2f3a4b5c', 'The id of the event: the header `webhook-id` of each try.')
  id!: string;

  @Enum([...EVENT_TYPES, TEST_TYPE], 'ticket.created') type!: string;

  @OrdinalOrNull(17, 'The position of the event in the feed. Null for a test, which is no event.')
  position!: number | null;

  @Enum(DELIVERY_STATES, 'delivered', '`failed`: nothing is tried any more.') state!: string;

  @Count(1, 'How many tries there were.') tries_count!: number;
  @MomentOrNull(null, 'When the next try is due. Null when there is none.') next_try_at!: string | null;
  @Moment('2026-01-31T09:30:00.000Z') created_at!: string;
  @MomentOrNull('2026-01-31T09:30:00.120Z') finished_at!: string | null;
}

/** A request to the endpoint. */
export class TryDto {
  @Ordinal(1) number!: number;
  @Moment('2026-01-31T09:30:00.050Z') at!: string;
  @WholeOrNull(200, 'The status of the answer. Null when there was none.') status!: number | null;
  @TextOrNull(null, 'Why there was no whole answer. Null when there was one.') error!: string | null;
  @Count(70) milliseconds!: number;
  @TextOrNull('ok', 'The first KiB of the answer.') answer!: string | null;
}

export class DeliveryWithTriesDto extends DeliveryDto {
  @ApiProperty({ type: [TryDto], description: 'The latest 30 tries, oldest first.' }) tries!: TryDto[];
}

export class DeliveryResponse extends answerOf('delivery', DeliveryWithTriesDto) {}

export class DeliveryListResponse extends pageAnswerOf('deliveries', DeliveryDto) {}

export class ListDeliveriesQuery extends PageQuery {
  @OneOf(DELIVERY_STATES, { description: 'Only deliveries in this state.', example: 'failed' })
  state?: DeliveryState;
}

const checkPosition: Check = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? null : 'must be a position: a whole number from 0';

const POSITION = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

/** Selects the events that are to be sent again [rule 18]. */
export class ReplayDto {
  @Optional({
    ...POSITION,
    description: 'Events after this position. When absent, from the oldest that is kept.',
    example: 0,
  })
  @CheckedBy('isPosition', checkPosition)
  after?: number;

  @Optional({
    ...POSITION,
    description: 'Events up to this position. When absent, to the newest one.',
    example: 1_000,
  })
  @CheckedBy('isPosition', checkPosition)
  until?: number;

  @Optional({
    ...TYPES_OPTIONS,
    description: 'Only events of these types. When absent, those of the webhook.',
    example: ['ticket.updated'],
  } as object)
  @CheckedBy('areTypes', checkTypes)
  types?: EventType[];

  @OptionalFlag('Whether only deliveries that have failed are sent again. By default all events are.', true)
  failed_only?: boolean;
}

class ReplayedDto {
  @Count(12, 'How many deliveries begin anew.') deliveries!: number;

  @WholeOrNull(
    null,
    'One request replays 10,000 events at most. This is the `after` of the next one; null when nothing is left.',
  )
  next_after!: number | null;
}

export class ReplayResponse extends answerOf('replay', ReplayedDto) {}
