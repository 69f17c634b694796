import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { Type } from '@nestjs/common';
import type { EventType } from '../event-types.js';
import {
  CommentMadeDto,
  CustomerChangeDto,
  FieldChangeDto,
  FormChangeDto,
  ImportDto,
  SubmissionDto,
  TeamMemberChangeDto,
  TicketChangeDto,
  WebhookChangeDto,
} from './event-data.dto.js';

/** The properties that all events have. */
abstract class EventBase {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-c099-7275-94e6-7a8b9c0d1e2f' })
  id!: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Its place in the workspace: 1, 2, 3 and so on.' })
  position!: number;

  @ApiProperty({ format: 'date-time', example: '2026-01-31T09:30:00.000Z' })
  occurred_at!: string;
}

/** Makes the schema of events of some types, from the schema of their `data`. */
function eventOf<Data extends object>(
  types: readonly EventType[],
  schema: Type<Data>,
): Type<EventBase & { type: string; data: Data }> {
  class TypedEvent extends EventBase {
    @ApiProperty({ enum: types })
    type!: string;

    @ApiProperty({ type: schema })
    data!: Data;
  }
  return TypedEvent;
}

class TicketEventDto extends eventOf(['ticket.created', 'ticket.updated'], TicketChangeDto) {}

class TicketsImportedEventDto extends eventOf(['tickets.imported'], ImportDto) {}

class CustomerEventDto extends eventOf(['customer.created', 'customer.updated'], CustomerChangeDto) {}

class TeamMemberEventDto extends eventOf(
  ['team_member.created', 'team_member.updated', 'team_member.removed'],
  TeamMemberChangeDto,
) {}

class FieldEventDto extends eventOf(['field.created', 'field.updated', 'field.deleted'], FieldChangeDto) {}

class FormEventDto extends eventOf(['form.created', 'form.updated'], FormChangeDto) {}

/** Somebody has sent a form. The ticket has its own event, `ticket.created`, just before. */
class FormSubmittedEventDto extends eventOf(['form.submitted'], SubmissionDto) {}

/** A comment was added. The event does not have its words. */
class CommentEventDto extends eventOf(['comment.created'], CommentMadeDto) {}

/** The service has switched a webhook off. */
class WebhookEventDto extends eventOf(['webhook.disabled'], WebhookChangeDto) {}

/** The schema of each type; the compiler keeps it total. */
const SCHEMAS = {
  'comment.created': CommentEventDto,
  'customer.created': CustomerEventDto,
  'customer.updated': CustomerEventDto,
  'field.created': FieldEventDto,
  'field.deleted': FieldEventDto,
  'field.updated': FieldEventDto,
  'form.created': FormEventDto,
  'form.submitted': FormSubmittedEventDto,
  'form.updated': FormEventDto,
  'team_member.created': TeamMemberEventDto,
  'team_member.removed': TeamMemberEventDto,
  'team_member.updated': TeamMemberEventDto,
  'ticket.created': TicketEventDto,
  'ticket.updated': TicketEventDto,
  'tickets.imported': TicketsImportedEventDto,
  'webhook.disabled': WebhookEventDto,
} as const satisfies Record<EventType, Type>;

export type EventDto = InstanceType<(typeof SCHEMAS)[EventType]>;

/** Returns the schema of events of a type. */
export function eventSchemaOf(type: EventType): Type {
  return SCHEMAS[type];
}

const ALL = [...new Set<Type>(Object.values(SCHEMAS))];

@ApiExtraModels(...ALL)
export class EventListResponse {
  @ApiProperty({
    type: 'array',
    maxItems: 500,
    items: {
      oneOf: ALL.map((schema) => ({ $ref: getSchemaPath(schema) })),
      discriminator: {
        propertyName: 'type',
        mapping: Object.fromEntries(
          Object.entries(SCHEMAS).map(([type, schema]) => [type, getSchemaPath(schema)]),
        ),
      },
    },
  })
  events!: EventDto[];

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'The `after` of the next request. No new event ever comes at or below it.',
    example: 17,
  })
  next_after!: number;

  @ApiProperty({ description: 'Whether there is more now.', example: false })
  has_more!: boolean;
}
