import { ApiPropertyOptional } from '@nestjs/swagger';
import {
  Checked,
  IsDateTime,
  IsEmailAddress,
  IsOneOf,
  IsPlainObject,
  IsText,
  IsTextArray,
  MAX_EMAIL_LENGTH,
  Optional,
  OptionalOrNull,
} from '../../http/validators.js';
import { checkDescription } from '../description.js';
import { PRIORITIES, type TicketPriority } from '../ticket.changes.js';
import { MAX_DESCRIPTION_BYTES, MAX_SENT_TAGS, MAX_SUBJECT_LENGTH } from '../ticket.limits.js';

/** What the older route can change (specification 4.4). */
export class LegacyUpdateTicketDto {
  @ApiPropertyOptional({
    description: 'Any address of the customer; a customer is created when nobody has it.',
    format: 'email',
    maxLength: MAX_EMAIL_LENGTH,
    example: 'john@customer.example',
  })
  @Optional()
  @IsEmailAddress()
  email?: string;

  @ApiPropertyOptional({ maxLength: 255, example: 'How to resolve the pending payments' })
  @Optional()
  @IsText({ max: MAX_SUBJECT_LENGTH, blank: 'refused' })
  subject?: string;

  @ApiPropertyOptional({
    description: 'HTML of at most 256 KiB; it is cleaned with an allow-list.',
    maxLength: MAX_DESCRIPTION_BYTES,
    example: '<p>I need your help in resolving the <b>pending payments</b>.</p>',
  })
  @Optional()
  @Checked('isDescription', checkDescription)
  description?: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'Values by the exact name of an active field; `null` clears a value, unnamed fields stay.',
    example: { Country: 'United States', Products: ['Desk', 'Chat'], Seats: 12 },
  })
  @Optional()
  @IsPlainObject()
  ticket_fields?: Record<string, unknown>;

  @ApiPropertyOptional({
    description:
      'A default or custom status. `closed` needs every active field that is required for closing.',
    example: 'open',
  })
  @Optional()
  @IsText()
  status?: string;

  @ApiPropertyOptional({ enum: PRIORITIES, example: 'high' })
  @Optional()
  @IsOneOf(PRIORITIES)
  priority?: TicketPriority;

  @ApiPropertyOptional({
    description:
      'A category of the workspace; `None` takes it away. Changing it clears sub-categories not named.',
    example: 'Billing',
  })
  @Optional()
  @IsText()
  category?: string;
}

/** What a client can change of a ticket; nothing is required, absent means unchanged (specification 4.4). */
export class UpdateTicketDto extends LegacyUpdateTicketDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'A sub-category of the category; `null` clears.',
    example: 'Invoices',
  })
  @OptionalOrNull()
  @IsText()
  sub_category_one?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'A sub-category of `sub_category_one`; `null` clears.',
    example: 'VAT',
  })
  @OptionalOrNull()
  @IsText()
  sub_category_two?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Name of a group; `null` clears.',
    example: 'Support',
  })
  @OptionalOrNull()
  @IsText()
  group?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Address of an active team member; `null` unassigns.',
    format: 'email',
    example: 'oliver@acme.example',
  })
  @OptionalOrNull()
  @IsEmailAddress()
  assignee_email?: string | null;

  @ApiPropertyOptional({
    type: [String],
    maxItems: MAX_SENT_TAGS,
    description: 'Replaces the list: at most 100 tags of at most 64 characters; duplicates are folded.',
    example: ['refund', 'urgent'],
  })
  @Optional()
  @IsTextArray({ maxItems: MAX_SENT_TAGS })
  tags?: unknown[];

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'ISO 8601 with an offset; `null` clears.',
    example: '2026-12-31T17:00:00Z',
  })
  @OptionalOrNull()
  @IsDateTime()
  resolution_due_date?: string | null;
}
