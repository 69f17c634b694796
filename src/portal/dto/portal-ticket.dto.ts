import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MAX_ATTACHMENTS } from '../../attachments/attachment.limits.js';
import { AttachmentDto } from '../../attachments/attachment.shape.js';
import { checkList, checkText } from '../../kernel/checks.js';
import { MAX_SEARCH_LENGTH, SearchLanguage } from '../../kernel/search/query.rules.js';
import { answerOf, pageAnswerOf } from '../../platform/http/answers/answer.dto.js';
import { Id, Moment, Ordinal, Text, TextOrNull } from '../../platform/http/answers/properties.js';
import { PageQuery } from '../../platform/http/requests/page.query.js';
import { CheckedBy, OneOf, Optional, SeveralNames } from '../../platform/http/requests/validators.js';
import { checkDescription, MAX_DESCRIPTION_BYTES } from '../../tickets/rules/description.rules.js';
import { MAX_SUBJECT_LENGTH, TICKET_PROPERTIES } from '../../tickets/rules/properties/ticket-properties.js';

/** A person, of whom customers see the name alone. */
export class PortalPersonDto {
  @TextOrNull('Eve Jones', 'Null when the person has no name but an address.') name!: string | null;
}

const VALUE_TYPES = [
  { type: 'string' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'array', items: { type: 'string' } },
];

export class PortalFieldDto {
  @Text('Country') field_name!: string;

  @ApiProperty({
    description: 'A string, number, boolean or array of option labels, depending on the kind of the field.',
    oneOf: VALUE_TYPES,
    example: 'India',
  })
  field_value!: string | number | boolean | readonly string[];
}

export class PortalLinkDto {
  @Id('0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b') id!: string;
  @Ordinal(42) number!: number;
}

/** Shows a ticket to a customer, and nothing that only agents may see [rule 30]. */
export class PortalTicketDto {
  @Id('0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b') id!: string;
  @Ordinal(42) number!: number;
  @Text('How to resolve the pending payments') subject!: string;
  @Text('<p>I need your help.</p>', 'Cleaned HTML.') description!: string;
  @Text('open', 'A default or custom status.') status!: string;
  @Moment('2026-03-04T10:00:00.000Z') created_at!: string;
  @Moment('2026-06-09T12:00:00.000Z') updated_at!: string;
  @ApiProperty({ type: PortalPersonDto, nullable: true }) assignee!: PortalPersonDto | null;

  @ApiProperty({ type: [PortalFieldDto], description: 'Values of the fields of enabled forms.' })
  fields!: PortalFieldDto[];

  @ApiProperty({ type: [AttachmentDto], maxItems: MAX_ATTACHMENTS, description: 'Files of the description.' })
  attachments!: AttachmentDto[];

  @ApiPropertyOptional({
    type: PortalLinkDto,
    description: 'The ticket into which this one was merged. Absent in any other ticket.',
  })
  merged_into?: PortalLinkDto;
}

export class PortalTicketResponse extends answerOf('ticket', PortalTicketDto) {}

export class PortalTicketListResponse extends pageAnswerOf('tickets', PortalTicketDto) {
  @ApiPropertyOptional({
    description: '`false` when more waits to be indexed than a search can take in.',
    enum: [false],
  })
  search_complete?: false;
}

/** Reads `q` of customers: words, phrases and `status:`. Every other name is a word. */
export const PORTAL_LANGUAGE = new SearchLanguage(['status']);

export class ListPortalTicketsQuery extends PageQuery {
  @SeveralNames((value) => checkText(value, { blank: 'refused' }), {
    description: 'One or several statuses, separated by commas.',
    example: ['open', 'on_hold'],
  })
  status?: string | string[];

  @ApiPropertyOptional({
    type: String,
    schema: { maxLength: MAX_SEARCH_LENGTH, examples: ['invoice', '"dark mode" status:open'] },
    description:
      'Words and phrases of the subject, the description or a reply, and `status:name`. All else is a word.',
  } as object)
  @Optional()
  @CheckedBy('isSearch', (value) => PORTAL_LANGUAGE.check(value))
  q?: string;

  @OneOf(['created_at', 'updated_at'], { default: 'created_at' }) sort?: 'created_at' | 'updated_at';
  @OneOf(['asc', 'desc'], { default: 'desc' }) order?: 'asc' | 'desc';
}

const SIGNED_IDS = {
  type: 'array',
  maxItems: MAX_ATTACHMENTS,
  items: { type: 'string' },
  description: 'Signed ids of files that the customer has uploaded.',
  example: [],
} as const;

const AreSignedIds = (): PropertyDecorator =>
  CheckedBy('attachments', (value) => checkList(value, { max: MAX_ATTACHMENTS, of: 'signed ids' }));

/** Takes a ticket of a customer. The writer of tickets names what is missing. */
export class RaisePortalTicketDto {
  @ApiProperty({ maxLength: MAX_SUBJECT_LENGTH, example: 'My parcel is late' })
  @Optional()
  @CheckedBy('subject', TICKET_PROPERTIES.subject.check)
  subject!: string;

  @ApiProperty({
    description: 'HTML of at most 256 KiB, which the service cleans.',
    maxLength: MAX_DESCRIPTION_BYTES,
    example: '<p>Where is it?</p>',
  })
  @Optional()
  @CheckedBy('description', TICKET_PROPERTIES.description.check)
  description!: string;

  @Optional({
    description: 'The slug of an enabled form. Without it: the first one.',
    example: 'contact-us',
  })
  @CheckedBy('form', (value) => checkText(value, { blank: 'refused' }))
  form?: string;

  @Optional({
    type: 'object',
    additionalProperties: { oneOf: VALUE_TYPES },
    description: 'Values of the fields of that form, by their names.',
    example: {},
  })
  @CheckedBy('ticketFields', TICKET_PROPERTIES.ticket_fields.check)
  ticket_fields?: Record<string, unknown>;

  @Optional(SIGNED_IDS) @AreSignedIds() attachments?: unknown[];
}

export class PortalCommentDto {
  @Id('0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a') id!: string;
  @ApiProperty({ enum: ['agent', 'customer'], example: 'agent' }) author_type!: 'agent' | 'customer';
  @ApiProperty({ type: PortalPersonDto }) author!: PortalPersonDto;
  @Text('<p>We have sent invoice 78 again.</p>', 'Cleaned HTML.') content!: string;
  @ApiProperty({ type: [AttachmentDto], maxItems: MAX_ATTACHMENTS }) attachments!: AttachmentDto[];
  @Moment('2026-01-31T09:30:00.000Z') created_at!: string;
}

export class PortalCommentResponse extends answerOf('comment', PortalCommentDto) {}

export class PortalCommentListResponse extends pageAnswerOf('comments', PortalCommentDto) {}

export class ListPortalCommentsQuery extends PageQuery {
  @OneOf(['asc', 'desc'], { default: 'asc', description: 'In the order added, or the newest first.' })
  order?: 'asc' | 'desc';
}

export class AddPortalCommentDto {
  @ApiProperty({
    description: 'HTML of at most 256 KiB that shows something. The service cleans it.',
    maxLength: MAX_DESCRIPTION_BYTES,
    example: '<p>Thank you.</p>',
  })
  @Optional()
  @CheckedBy('content', checkDescription)
  content!: string;

  @Optional(SIGNED_IDS) @AreSignedIds() attachments?: unknown[];
}
