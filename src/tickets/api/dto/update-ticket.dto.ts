import { MAX_ATTACHMENTS } from '../../../attachments/attachment.limits.js';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { MAX_EMAIL_LENGTH } from '../../../kernel/checks.js';
import { ONE_LINE } from '../../../kernel/text.js';
import { MAX_PROPERTIES } from '../../../platform/http/requests/strict-json.js';
import { PRIORITIES, type TicketPriority } from '../../rules/ticket.changes.js';
import { MAX_DESCRIPTION_BYTES, MAX_SENT_TAGS, MAX_SUBJECT_LENGTH } from '../../rules/ticket.limits.js';
import { TicketProperty } from './ticket-property.js';

/** What `ticket_fields` takes; which of it, depends on the kind of the field. `null` clears. */
const FIELD_VALUE = {
  anyOf: [
    { type: 'string', description: 'A text, a date (`YYYY-MM-DD`), or the label of an option.' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: { type: 'string' }, description: 'The labels of several options.' },
    { type: 'null' },
  ],
} as object;

/** What the older route can change (specification 4.4). */
export class LegacyUpdateTicketDto {
  @ApiPropertyOptional({
    description: 'Any address of the customer. When no customer has it, one is created.',
    format: 'idn-email',
    maxLength: MAX_EMAIL_LENGTH,
    example: 'john@customer.example',
  })
  @TicketProperty('email')
  email?: string;

  @ApiPropertyOptional({
    description: 'One line, not blank.',
    maxLength: MAX_SUBJECT_LENGTH,
    pattern: ONE_LINE,
    example: 'How to resolve the pending payments',
  })
  @TicketProperty('subject')
  subject?: string;

  @ApiPropertyOptional({
    description: 'HTML of at most 256 KiB. The service cleans it with an allow-list of tags and attributes.',
    maxLength: MAX_DESCRIPTION_BYTES,
    example: '<p>I need your help in resolving the <b>pending payments</b>.</p>',
  })
  @TicketProperty('description')
  description?: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: FIELD_VALUE,
    maxProperties: MAX_PROPERTIES,
    description: 'Values by the exact name of an active field. `null` clears a value. Other fields stay.',
    example: { Country: 'United States', Products: ['Desk', 'Chat'], Seats: 12 },
  })
  @TicketProperty('ticket_fields')
  ticket_fields?: Record<string, unknown>;

  @ApiPropertyOptional({
    description:
      'A default or custom status. `closed` needs every active field that is required for closing.',
    example: 'open',
  })
  @TicketProperty('status')
  status?: string;

  @ApiPropertyOptional({ enum: PRIORITIES, example: 'high' })
  @TicketProperty('priority')
  priority?: TicketPriority;

  @ApiPropertyOptional({
    description:
      'Name of a category, or `None` for no category. A change clears the sub-categories that are not named.',
    example: 'Billing',
  })
  @TicketProperty('category')
  category?: string;
}

/** What a client can change of a ticket; nothing is required, absent means unchanged (specification 4.4). */
export class UpdateTicketDto extends LegacyUpdateTicketDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Name of a sub-category of the category; `null` clears it.',
    example: 'Invoices',
  })
  @TicketProperty('sub_category_one')
  sub_category_one?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Name of a sub-category of `sub_category_one`; `null` clears it.',
    example: 'VAT',
  })
  @TicketProperty('sub_category_two')
  sub_category_two?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Name of a group; `null` clears it.',
    example: 'Support',
  })
  @TicketProperty('group')
  group?: string | null;

  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Id of a group, instead of `group`; `null` clears it. Beside `group` it must mean the same.',
    example: '0190c7a4-8d11-7f3a-9c20-5b6a7c8d9e0f',
  })
  @TicketProperty('group_id')
  group_id?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Address of an active team member; `null` unassigns the ticket.',
    format: 'idn-email',
    example: 'eve@acme.example',
  })
  @TicketProperty('assignee_email')
  assignee_email?: string | null;

  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    nullable: true,
    description:
      'Id of an active team member, instead of `assignee_email`; `null` unassigns the ticket. Beside `assignee_email` it must mean ' +
      'the same.',
    example: '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a',
  })
  @TicketProperty('agent_id')
  agent_id?: string | null;

  @ApiPropertyOptional({
    type: [String],
    maxItems: MAX_SENT_TAGS,
    description:
      'Replaces the tags: at most 100, each one line of at most 64 characters. Case does not count.',
    example: ['refund', 'urgent'],
  })
  @TicketProperty('tags')
  tags?: unknown[];

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'ISO 8601 date-time with an offset; `null` clears it.',
    example: '2026-12-31T17:00:00Z',
  })
  @TicketProperty('resolution_due_date')
  resolution_due_date?: string | null;

  @ApiPropertyOptional({
    type: Boolean,
    description:
      'Whether no mail is sent about the change, and its events say that it is silent. Without it: false.',
    example: true,
  })
  @TicketProperty('skip_notifications')
  skip_notifications?: boolean;

  @ApiPropertyOptional({
    type: [String],
    maxItems: MAX_ATTACHMENTS,
    description:
      'Signed ids of uploaded files, each of at most 10 MB unless the installation says otherwise. The description gets them.',
    example: ['p3Jx0h4vS6mQ8bT2yLwZ5A'],
  })
  @TicketProperty('attachments')
  attachments?: unknown[];
}
