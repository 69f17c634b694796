import type { Type } from '@nestjs/common';
import { ApiProperty, IntersectionType, PickType } from '@nestjs/swagger';
import { answerOf } from '../../../platform/http/answers/answer.dto.js';
import type { SubjectType } from '../../audit-entry.js';
import { type EventType, EVENT_TYPES } from '../event-types.js';
import { OneOf, FilterOf, CheckedBy, Optional } from '../../../platform/http/requests/validators.js';
import type { Check } from '../../../kernel/checks.js';
import { namesOf } from '../../../kernel/text.js';
import { Problems, type Checked } from '../../../kernel/errors.js';
import type { FeedQuery, ListenedFrom } from '../event-feed.service.js';
import {
  Count,
  Enum,
  Flag,
  Id,
  IdOrNull,
  Moment,
  Ordinal,
  OrdinalOrNull,
  TextOrNull,
} from '../../../platform/http/answers/properties.js';

export class EventActorDto {
  @Enum(
    ['api_key', 'customer', 'form', 'operator', 'service'],
    'api_key',
    'A key of the API, a customer with a session, a visitor of a form, whose slug is the name, a person at the command line, or the service itself.',
  )
  type!: string;

  @IdOrNull(undefined, 'The id of the key or of the customer.') id!: string | null;
  @TextOrNull('Demo key') name!: string | null;
}

export class ChangeDto {
  @ApiProperty({
    type: 'object',
    description:
      'Each property that differs, with its value before and after, in the words of the API. A text above 16 KiB stands as its ' +
      'size and its SHA-256. What is new has only the properties that are not empty.',
    additionalProperties: { type: 'array', minItems: 2, maxItems: 2, items: {} },
    example: { status: ['new', 'open'] },
  })
  changes!: Record<string, [before: unknown, after: unknown]>;

  @ApiProperty({ type: EventActorDto }) actor!: EventActorDto;
  @Flag(false, '`true` when the change must notify no person, as with imported tickets.') silent!: boolean;
}

export class SubjectDto {
  @Id('0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b') id!: string;
}

export class TicketSubjectDto extends SubjectDto {
  @OrdinalOrNull(42) number!: number | null;
}

abstract class EventBase {
  @Id('0190c7a4-c099-7275-94e6-7a8b9c0d1e2f') id!: string;
  @Ordinal(undefined, 'Its place in the workspace: 1, 2, 3 and so on.') position!: number;
  @Moment('2026-01-31T09:30:00.000Z') occurred_at!: string;
}

/** Makes the schema of events of some types, from the schema of their `data`. */
export function eventOf<Data extends object>(
  types: readonly EventType[],
  schema: Type<Data>,
): Type<EventBase & { type: string; data: Data }> {
  class TypedEvent extends EventBase {
    @ApiProperty({ enum: types }) type!: string;
    @ApiProperty({ type: schema }) data!: Data;
  }
  return TypedEvent;
}

/** Makes the schema of plain changes of a thing. */
export function changeEventOf(subject: SubjectType, types: readonly EventType[]): Type {
  const name = subject.replace(/(?:^|_)(.)/g, (_all, letter: string) => letter.toUpperCase());
  const change = answerOf(subject, subject === 'ticket' ? TicketSubjectDto : SubjectDto, ChangeDto);
  return named(`${name}EventDto`, eventOf(types, named(`${name}ChangeDto`, change)));
}

/** Gives a class the name of its schema in the document. */
function named<Class extends Type>(name: string, schema: Class): Class {
  return Object.defineProperty(schema, 'name', { value: name });
}

/** An event. Its type says what else its `data` holds; the composition describes that (`src/app/event-schemas.ts`). */
export interface EventDto extends EventBase {
  readonly type: EventType;
  readonly data: EventData;
}

export interface EventData {
  readonly actor: EventActorDto;
  readonly silent: boolean;
  readonly [property: string]: unknown;
}

export class EventListResponse {
  /** The composition puts the schemas of all events here. */
  @ApiProperty({ type: 'array', maxItems: 500, items: {} }) events!: EventDto[];
  @Count(17, 'The `after` of the next request. No new event ever comes at or below it.') next_after!: number;
  @Flag(false, 'Whether there is more now.') has_more!: boolean;
}

const MOST_EVENTS = 500;
const DEFAULT_EVENTS = 100;

const checkPosition: Check = (value) =>
  typeof value === 'string' && /^\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value))
    ? null
    : 'must be a position: a whole number from 0';

const IsPosition = (): PropertyDecorator => CheckedBy('isPosition', checkPosition);

const IsLimit = (): PropertyDecorator =>
  CheckedBy('isLimit', (value) =>
    typeof value === 'string' && /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= MOST_EVENTS
      ? null
      : `must be a whole number from 1 to ${MOST_EVENTS}`,
  );

/** Selects events [rule 17]. */
export class ListEventsQuery {
  @Optional({
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'Only events after this position: `next_after` of the page before. Without it, from the oldest event that is shown.',
    example: 0,
  })
  @IsPosition()
  after?: string;

  @FilterOf(EVENT_TYPES, {
    description: 'Only events of these types, separated by commas.',
    example: ['ticket.created', 'ticket.updated'],
  })
  types?: string | string[];

  @OneOf(['true', 'false'], {
    default: 'false',
    description:
      'Whether to show that notes were added. Leave it out when customers see what you make of the events.',
  })
  include_notes?: string;

  @Optional({
    type: 'integer',
    minimum: 1,
    maximum: MOST_EVENTS,
    default: DEFAULT_EVENTS,
    description: 'How many events at most. A page of more than 1 MiB ends earlier.',
    example: DEFAULT_EVENTS,
  })
  @IsLimit()
  limit?: string;
}

export function toFeedQuery({ after, types, include_notes, limit }: ListEventsQuery): FeedQuery {
  return {
    after: after === undefined ? null : Number(after),
    types: types === undefined ? null : (namesOf(types) as EventType[]),
    includesNotes: include_notes === 'true',
    limit: limit === undefined ? DEFAULT_EVENTS : Number(limit),
  };
}

/** Says where a stream begins, without the header that a client sends when it comes back. */
export class StreamAfterQuery {
  @Optional({
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'Only events after this position. Without it, and without `Last-Event-ID`, the stream begins with the next event.',
    example: 0,
  })
  @IsPosition()
  after?: string;
}

/** Selects the events of a stream [rule 33]. */
export class StreamEventsQuery extends IntersectionType(
  PickType(ListEventsQuery, ['types', 'include_notes']),
  StreamAfterQuery,
) {}

const LAST_EVENT_ID = 'Last-Event-ID';

/** Reads where a stream begins. `Last-Event-ID` wins; an empty one counts for nothing, as browsers hold it. */
export function toListenedFrom(
  { value, problems }: Checked<StreamAfterQuery>,
  lastEventId = '',
): Checked<ListenedFrom> {
  if (lastEventId === '') {
    const after = value.after === undefined ? null : Number(value.after);
    return { value: { after, named: 'after' }, problems };
  }
  const all = new Problems(problems);
  const problem = checkPosition(lastEventId);
  if (problem !== null) all.add(LAST_EVENT_ID, problem);
  return { value: { after: Number(lastEventId), named: LAST_EVENT_ID }, problems: all.passedOn };
}
