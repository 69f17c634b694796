import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** The actor of a change. */
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

/** A change of one subject. */
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

  @ApiProperty({
    description: '`true` when the change must notify no person, as with imported tickets.',
    example: false,
  })
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

export class TicketChangeDto extends ChangeDto {
  @ApiProperty({ type: TicketSubjectDto })
  ticket!: TicketSubjectDto;
}

export class CustomerChangeDto extends ChangeDto {
  @ApiProperty({ type: SubjectDto })
  customer!: SubjectDto;
}

export class TeamMemberChangeDto extends ChangeDto {
  @ApiProperty({ type: SubjectDto })
  team_member!: SubjectDto;
}

export class FieldChangeDto extends ChangeDto {
  @ApiProperty({ type: SubjectDto })
  field!: SubjectDto;
}

export class FormChangeDto extends ChangeDto {
  @ApiProperty({ type: SubjectDto })
  form!: SubjectDto;
}

export class WebhookChangeDto extends ChangeDto {
  @ApiProperty({ type: SubjectDto })
  webhook!: SubjectDto;
}

export class ImportDto {
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

class SubmittedFormDto extends SubjectDto {
  @ApiProperty({ example: 'contact-us' })
  slug!: string;
}

export class SubmissionDto {
  @ApiProperty({ type: TicketSubjectDto, description: 'The ticket that the form raised.' })
  ticket!: TicketSubjectDto;

  @ApiProperty({ type: SubmittedFormDto })
  form!: SubmittedFormDto;

  @ApiProperty({ type: EventActorDto })
  actor!: EventActorDto;

  @ApiProperty({ example: false })
  silent!: boolean;
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
  @ApiProperty({ format: 'idn-email', example: 'kim@acme.example' })
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

export class CommentMadeDto {
  @ApiProperty({ type: TicketSubjectDto })
  ticket!: TicketSubjectDto;

  @ApiProperty({ type: CommentFactsDto })
  comment!: CommentFactsDto;

  @ApiProperty({ type: EventActorDto })
  actor!: EventActorDto;

  @ApiProperty({ example: false })
  silent!: boolean;
}
