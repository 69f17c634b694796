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

/** What all events have, whatever happened. */
abstract class EventBase {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-c099-7275-94e6-7a8b9c0d1e2f' })
  id!: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Its place in the workspace: 1, 2, 3 and so on.' })
  position!: number;

  @ApiProperty({ format: 'date-time', example: '2026-01-31T09:30:00.000Z' })
  occurred_at!: string;
}

export class TicketEventDto extends EventBase {
  @ApiProperty({ enum: ['ticket.created', 'ticket.updated'] })
  type!: string;

  @ApiProperty({ type: TicketChangeDto })
  data!: TicketChangeDto;
}

export class TicketsImportedEventDto extends EventBase {
  @ApiProperty({ enum: ['tickets.imported'] })
  type!: string;

  @ApiProperty({ type: ImportDto })
  data!: ImportDto;
}

export class CustomerEventDto extends EventBase {
  @ApiProperty({ enum: ['customer.created', 'customer.updated'] })
  type!: string;

  @ApiProperty({ type: CustomerChangeDto })
  data!: CustomerChangeDto;
}

export class TeamMemberEventDto extends EventBase {
  @ApiProperty({ enum: ['team_member.created', 'team_member.updated', 'team_member.removed'] })
  type!: string;

  @ApiProperty({ type: TeamMemberChangeDto })
  data!: TeamMemberChangeDto;
}

export class FieldEventDto extends EventBase {
  @ApiProperty({ enum: ['field.created', 'field.updated', 'field.deleted'] })
  type!: string;

  @ApiProperty({ type: FieldChangeDto })
  data!: FieldChangeDto;
}

export class FormEventDto extends EventBase {
  @ApiProperty({ enum: ['form.created', 'form.updated'] })
  type!: string;

  @ApiProperty({ type: FormChangeDto })
  data!: FormChangeDto;
}

/** Somebody has sent a form. The ticket has its own event, `ticket.created`, just before. */
export class FormSubmittedEventDto extends EventBase {
  @ApiProperty({ enum: ['form.submitted'] })
  type!: string;

  @ApiProperty({ type: SubmissionDto })
  data!: SubmissionDto;
}

/** A comment was added. The event does not have its words. */
export class CommentEventDto extends EventBase {
  @ApiProperty({ enum: ['comment.created'] })
  type!: string;

  @ApiProperty({ type: CommentMadeDto })
  data!: CommentMadeDto;
}

/** The service has switched a webhook off. */
export class WebhookEventDto extends EventBase {
  @ApiProperty({ enum: ['webhook.disabled'] })
  type!: string;

  @ApiProperty({ type: WebhookChangeDto })
  data!: WebhookChangeDto;
}

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

/** The schema of events of a type. */
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
