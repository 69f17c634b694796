import { ApiPropertyOptional } from '@nestjs/swagger';
import { ApiChoice, ApiChoices } from '../../../platform/http/requests/choices.js';
import { AreNames, Checked, IsOneOf, Optional } from '../../../platform/http/requests/validators.js';
import { namesOf } from '../../../kernel/text.js';
import { EVENT_TYPES, isEventType, type EventType } from '../event-types.js';
import type { FeedQuery } from '../event-feed.service.js';

const MOST_EVENTS = 500;
const DEFAULT_EVENTS = 100;

const IsPosition = (): PropertyDecorator =>
  Checked('isPosition', (value) =>
    typeof value === 'string' && /^\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value))
      ? null
      : 'must be a position: a whole number from 0',
  );

const IsLimit = (): PropertyDecorator =>
  Checked('isLimit', (value) =>
    typeof value === 'string' && /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= MOST_EVENTS
      ? null
      : `must be a whole number from 1 to ${MOST_EVENTS}`,
  );

/** Selects events (extensions, section 17). */
export class ListEventsQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'Only events behind this position: `next_after` of the page before. Without it, from the oldest event that is shown.',
    example: 0,
  })
  @Optional()
  @IsPosition()
  after?: string;

  @ApiChoices(EVENT_TYPES, {
    description: 'Only events of these types, separated by commas.',
    example: ['ticket.created', 'ticket.updated'],
  })
  @Optional()
  @AreNames((name) =>
    isEventType(String(name)) ? null : `must be one or several of ${EVENT_TYPES.join(', ')}`,
  )
  types?: string | string[];

  @ApiChoice(['true', 'false'], {
    default: 'false',
    description:
      'Whether to show that notes were added. Leave it out when customers see what you make of the events.',
  })
  @Optional()
  @IsOneOf(['true', 'false'])
  include_notes?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MOST_EVENTS,
    default: DEFAULT_EVENTS,
    description: 'How many events at most. A page of more than 1 MiB ends earlier.',
    example: DEFAULT_EVENTS,
  })
  @Optional()
  @IsLimit()
  limit?: string;
}

/** Converts the query, with the default of its limit. */
export function toFeedQuery({ after, types, include_notes, limit }: ListEventsQuery): FeedQuery {
  return {
    after: after === undefined ? null : Number(after),
    types: types === undefined ? null : (namesOf(types) as EventType[]),
    includesNotes: include_notes === 'true',
    limit: limit === undefined ? DEFAULT_EVENTS : Number(limit),
  };
}
