import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import type { Type } from '@nestjs/common';
import type { EventType } from '../event-types.js';

/** Who changed something. */
export class EventActorDto {
  @ApiProperty({
    enum: ['api_key', 'form', 'operator', 'service'],
    description:
      'A key of the API, a visitor of a form, whose slug is the name, a person at the command line, or the service itself.',
    example: 'api_key',
  })
  type!: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'The id of the key.' })
  id!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Demo key' })
  name!: string | null;
}

/** What every event says. */
class ChangeDto {
  @ApiProperty({
    type: 'object',
    description:
      'Each property that differs, with its value before and after, in the words of the API. A text above 16 KiB stands as its ' +
      'size and its SHA-256. What is new has only the properties that are not empty.',
    additionalProperties: { type: 'array', minItems: 2, maxItems: 2, items: {} },
    example: { status: ['new', 'open'] },
  })
  changes!: Record<string, [before: unknown, after: unknown]>;

  @ApiProperty({ type: EventActorDto })
  actor!: EventActorDto;

  @ApiProperty({ description: 'Whether nobody is to be told of it, as of imported tickets.', example: false })
  silent!: boolean;
}

class SubjectDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b' })
  id!: string;
}

class TicketSubjectDto extends SubjectDto {
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, example: 42 })
  number!: number | null;
}

class TicketChangeDto extends ChangeDto {
  @ApiProperty({ type: TicketSubjectDto })
  ticket!: TicketSubjectDto;
}

class CustomerChangeDto extends ChangeDto {
  @ApiProperty({ type: SubjectDto })
  customer!: SubjectDto;
}

class TeamMemberChangeDto extends ChangeDto {
  @ApiProperty({ type: SubjectDto })
  team_member!: SubjectDto;
}

class FieldChangeDto extends ChangeDto {
  @ApiProperty({ type: SubjectDto })
  field!: SubjectDto;
}

class FormChangeDto extends ChangeDto {
  @ApiProperty({ type: SubjectDto })
  form!: SubjectDto;
}

class WebhookChangeDto extends ChangeDto {
  @ApiProperty({ type: SubjectDto })
  webhook!: SubjectDto;
}

class ImportDto {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many tickets were added.', example: 500 })
  count!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    nullable: true,
    description: 'The number of the first one. They have all numbers from it to the last one.',
    example: 1,
  })
  first_number!: number | null;

  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, example: 500 })
  last_number!: number | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'How many tickets were changed. Each of them has an event of its own, too.',
    example: 0,
  })
  updated!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many customers are new.', example: 20 })
  customers_created!: number;

  @ApiProperty({ type: EventActorDto })
  actor!: EventActorDto;

  @ApiProperty({ example: true })
  silent!: boolean;
}

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

class SubmittedFormDto extends SubjectDto {
  @ApiProperty({ example: 'contact-us' })
  slug!: string;
}

class SubmissionDto {
  @ApiProperty({ type: TicketSubjectDto, description: 'The ticket that the form raised.' })
  ticket!: TicketSubjectDto;

  @ApiProperty({ type: SubmittedFormDto })
  form!: SubmittedFormDto;

  @ApiProperty({ type: EventActorDto })
  actor!: EventActorDto;

  @ApiProperty({ example: false })
  silent!: boolean;
}

/** Somebody has sent a form. The ticket has its own event, `ticket.created`, just before. */
export class FormSubmittedEventDto extends EventBase {
  @ApiProperty({ enum: ['form.submitted'] })
  type!: string;

  @ApiProperty({ type: SubmissionDto })
  data!: SubmissionDto;
}

class CommentAuthorDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a' })
  id!: string;

  @ApiProperty({ example: 'Eve Jones' })
  name!: string;

  @ApiProperty({ example: 'eve@acme.example' })
  email!: string;
}

class MentionDto {
  @ApiProperty({ format: 'email', example: 'kim@acme.example' })
  email!: string;
}

class CommentFactsDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a' })
  id!: string;

  @ApiProperty({
    enum: ['reply', 'note'],
    description: 'A note is shown only when `include_notes` is `true`.',
  })
  comment_type!: string;

  @ApiProperty({ enum: ['agent', 'customer'] })
  author_type!: string;

  @ApiProperty({ type: CommentAuthorDto, nullable: true, description: 'Null when the author was erased.' })
  author!: CommentAuthorDto | null;

  @ApiPropertyOptional({ type: [MentionDto], description: 'Members whom a note names.' })
  mentions?: MentionDto[];
}

class CommentMadeDto {
  @ApiProperty({ type: TicketSubjectDto })
  ticket!: TicketSubjectDto;

  @ApiProperty({ type: CommentFactsDto })
  comment!: CommentFactsDto;

  @ApiProperty({ type: EventActorDto })
  actor!: EventActorDto;

  @ApiProperty({ example: false })
  silent!: boolean;
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
