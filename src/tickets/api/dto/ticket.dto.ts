import { ApiProperty, ApiPropertyOptional, getSchemaPath, PickType } from '@nestjs/swagger';
import { answerOf, pageAnswerOf } from '../../../platform/http/answers/answer.dto.js';
import { MAX_MATCHES } from '../../read/text-search.js';
import { MAX_MERGED } from '../../rules/ticket-merging.rules.js';
import { PRIORITIES, type TicketPriority } from '../../rules/properties/stored-ticket.js';
import {
  Email,
  Enum,
  Id,
  IdOrNull,
  Moment,
  MomentOrNull,
  Ordinal,
  Text,
  TextOrNull,
} from '../../../platform/http/answers/properties.js';

export class TicketAssigneeDto {
  @Id('0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a') id!: string;
  @TextOrNull('Eve Jones') name!: string | null;
  @TextOrNull('eve@acme.example') email!: string | null;
}

export class TicketCustomerDto {
  @Id('0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c') id!: string;
  @TextOrNull('John Luther') name!: string | null;
  @TextOrNull('john@customer.example') email!: string | null;
  @ApiProperty({ type: [String], example: ['+1 555 0100'] }) phone_numbers!: string[];
}

/** Shows the value of one active custom field; its type follows the kind of the field. */
export class TicketFieldValueDto {
  @Text('Country') field_name!: string;

  @ApiProperty({
    description: 'A string, number, boolean or array of option labels, depending on the kind of the field.',
    oneOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'array', items: { type: 'string' } },
    ],
    example: 'United States',
  })
  field_value!: string | number | boolean | readonly string[];
}

/** Shows the ticket of the older update route, with fewer keys [spec 4.4]. */
export class LegacyTicketDto {
  @Id('0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b') id!: string;
  @Ordinal(42) number!: number;
  @Text('How to resolve the pending payments') subject!: string;

  @Text('<p>I need your help.</p>', 'Cleaned HTML. Pictures of mails are as in comments.')
  description!: string;

  @ApiProperty({ enum: PRIORITIES, nullable: true, example: 'high' }) priority!: TicketPriority | null;
  @Text('open', 'A default or custom status.') status!: string;
  @Text('Billing', '`None` when the ticket has no category.') category!: string;
}

/** Shows a ticket [spec 2.3]. Every key is always present; `null` where there is nothing. */
export class TicketDto extends LegacyTicketDto {
  @Moment('2026-03-04T10:00:00.000Z') created_at!: string;
  @Moment('2026-06-09T12:00:00.000Z') updated_at!: string;
  @MomentOrNull('2026-12-31T17:00:00.000Z') resolution_due_date!: string | null;
  @TextOrNull('CP-1234') external_id!: string | null;
  @TextOrNull('concierge_plus') source!: string | null;
  @TextOrNull('Invoices') sub_category_one!: string | null;
  @TextOrNull('VAT') sub_category_two!: string | null;
  @TextOrNull('Support') group!: string | null;
  @ApiProperty({ type: [String], example: ['refund', 'urgent'] }) tags!: string[];
  @ApiProperty({ type: TicketAssigneeDto, nullable: true }) assignee!: TicketAssigneeDto | null;
  @ApiProperty({ type: TicketCustomerDto }) customer!: TicketCustomerDto;

  @ApiProperty({ type: [TicketFieldValueDto], description: 'Values of active fields, in display order.' })
  fields!: TicketFieldValueDto[];
}

const URL_OF_TICKET = {
  format: 'uri',
  description: 'The address of the ticket: its API address, unless the installation says otherwise.',
  example: 'http://acme.localhost:3000/api/external/v2/tickets/0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b',
};

export class RaisedTicketDto extends TicketDto {
  @ApiProperty(URL_OF_TICKET) url!: string;
}

export class ParticipantDto {
  @Enum(['to', 'cc'], 'cc') role!: 'to' | 'cc';
  @Email('jane@customer.example') email!: string;
}

/** Names a ticket by which another one is merged [rule 24]. */
export class LinkedTicketDto {
  @Id('0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b') id!: string;
  @Ordinal(42) number!: number;
}

/** Adds to a ticket what `include` names [rule 11]. */
export class IncludedTicketDto extends TicketDto {
  @ApiPropertyOptional(URL_OF_TICKET) url?: string;
  @ApiPropertyOptional({ description: 'Where the ticket came from.', example: 'api' }) channel?: string;
  @ApiPropertyOptional({ type: [ParticipantDto] }) participants?: ParticipantDto[];

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When somebody wants to look at the ticket again. Comes with `include=follow_up`.',
    example: '2026-02-04T09:00:00.000Z',
  })
  follow_up_at?: string | null;

  @ApiPropertyOptional({
    type: LinkedTicketDto,
    nullable: true,
    description: 'The ticket into which this one is merged. Comes with `include=merged`.',
  })
  merged_into?: LinkedTicketDto | null;

  @ApiPropertyOptional({
    type: [LinkedTicketDto],
    maxItems: MAX_MERGED,
    description: 'The tickets that are merged into this one, by number. Comes with `include=merged`.',
  })
  merged_from?: LinkedTicketDto[];

  @ApiPropertyOptional({
    type: 'array',
    // The schema belongs to another feature, which this one does not know.
    items: { $ref: getSchemaPath('CommentDto') },
    maxItems: 30,
    description:
      'The newest 30 elements of the conversation, oldest first. The description counts as one of them.',
  })
  comments?: readonly object[];

  @ApiPropertyOptional({
    type: 'integer',
    description: 'How many elements the conversation has. Comes with `comments`.',
    example: 3,
  })
  comments_total?: number;
}

export class LegacyRaisedTicketDto extends PickType(RaisedTicketDto, [
  'id',
  'number',
  'url',
  'subject',
  'description',
  'status',
  'created_at',
]) {}

export class RaisedTicketResponse extends answerOf('ticket', RaisedTicketDto) {}

export class IncludedTicketResponse extends answerOf('ticket', IncludedTicketDto) {}

const TICKET_CREATED = 'ticket_created_successfully';

export class LegacyRaisedTicketResponse {
  @Enum([TICKET_CREATED], TICKET_CREATED) notice_code!: typeof TICKET_CREATED;
  @ApiProperty({ type: LegacyRaisedTicketDto }) ticket!: LegacyRaisedTicketDto;
}

export class TicketResponse extends answerOf('ticket', TicketDto) {}

export class LegacyTicketResponse extends answerOf('ticket', LegacyTicketDto) {}

export class TicketListResponse extends pageAnswerOf('tickets', TicketDto) {}

/** Shows where a word of a search occurs [rule 22]. */
export class TextMatchDto {
  @IdOrNull('0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b', 'Null for the subject or the description.')
  comment_id!: string | null;

  @ApiProperty({ type: String, enum: ['reply', 'note'], nullable: true, example: 'reply' })
  comment_type!: 'reply' | 'note' | null;

  @Text(
    'the <mark>invoice</mark> of July &amp; August',
    'HTML of one line that is safe to show: found words are in `<mark>`, all else is escaped.',
  )
  snippet!: string;
}

export class FoundTicketDto extends TicketDto {
  @ApiPropertyOptional({
    type: [TextMatchDto],
    maxItems: MAX_MATCHES,
    description: 'With `include=matches`: the first texts of the ticket that have a word of `q`.',
  })
  matches?: TextMatchDto[];
}

export class FoundTicketsResponse extends pageAnswerOf('tickets', FoundTicketDto) {
  @ApiPropertyOptional({
    enum: [false],
    description:
      'False while more waits to be indexed than a search can take in, such as a large import. More is found later.',
  })
  search_complete?: false;
}

export class TagDto {
  @Text('vip', 'In the spelling that most of its tickets have.') name!: string;
  @Ordinal(3, 'Exact: as many tickets as the list of tickets shows with this `tag`.') ticket_count!: number;
}

export class TagListResponse extends pageAnswerOf('tags', TagDto) {}
