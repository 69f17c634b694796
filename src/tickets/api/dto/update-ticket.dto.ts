import { MAX_ATTACHMENTS } from '../../../attachments/attachment.limits.js';
import { MAX_EMAIL_LENGTH } from '../../../kernel/checks.js';
import { ONE_LINE } from '../../../kernel/text.js';
import { MAX_PROPERTIES } from '../../../platform/http/requests/strict-json.js';
import { PRIORITIES, type TicketPriority } from '../../rules/ticket.changes.js';
import { MAX_DESCRIPTION_BYTES } from '../../rules/description.rules.js';
import { MAX_SENT_TAGS, MAX_SUBJECT_LENGTH } from '../../rules/ticket-property.rules.js';
import { CLEARABLE, TicketProperty } from './ticket-property.js';

/** A value in `ticket_fields`. Its type depends on the kind of the field; `null` clears. */
const FIELD_VALUE = {
  anyOf: [
    { type: 'string', description: 'A text, a date (`YYYY-MM-DD`), or the label of an option.' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: { type: 'string' }, description: 'The labels of several options.' },
    { type: 'null' },
  ],
} as object;

export const EMAIL = {
  description: 'Any address of the customer. When no customer has it, one is created.',
  format: 'idn-email',
  maxLength: MAX_EMAIL_LENGTH,
  example: 'john@customer.example',
};

export const SUBJECT = {
  description: 'One line, not blank.',
  maxLength: MAX_SUBJECT_LENGTH,
  pattern: ONE_LINE,
  example: 'How to resolve the pending payments',
};

export const DESCRIPTION = {
  description: 'HTML of at most 256 KiB. The service cleans it with an allow-list of tags and attributes.',
  maxLength: MAX_DESCRIPTION_BYTES,
  example: '<p>I need your help in resolving the <b>pending payments</b>.</p>',
};

/** The changes that the older route takes (specification 4.4). */
export class LegacyUpdateTicketDto {
  @TicketProperty('email', EMAIL)
  email?: string;

  @TicketProperty('subject', SUBJECT)
  subject?: string;

  @TicketProperty('description', DESCRIPTION)
  description?: string;

  @TicketProperty('ticket_fields', {
    type: 'object',
    additionalProperties: FIELD_VALUE,
    maxProperties: MAX_PROPERTIES,
    description: 'Values by the exact name of an active field. `null` clears a value. Other fields stay.',
    example: { Country: 'United States', Products: ['Desk', 'Chat'], Seats: 12 },
  })
  ticket_fields?: Record<string, unknown>;

  @TicketProperty('status', {
    description:
      'A default or custom status. `closed` needs every active field that is required for closing.',
    example: 'open',
  })
  status?: string;

  @TicketProperty('priority', { enum: PRIORITIES, example: 'high' })
  priority?: TicketPriority;

  @TicketProperty('category', {
    description:
      'Name of a category, or `None` for no category. A change clears the sub-categories that are not named.',
    example: 'Billing',
  })
  category?: string;
}

/** The changes of a ticket. Nothing is required; absent means unchanged (specification 4.4). */
export class UpdateTicketDto extends LegacyUpdateTicketDto {
  @TicketProperty('sub_category_one', {
    ...CLEARABLE,
    description: 'Name of a sub-category of the category; `null` clears it.',
    example: 'Invoices',
  })
  sub_category_one?: string | null;

  @TicketProperty('sub_category_two', {
    ...CLEARABLE,
    description: 'Name of a sub-category of `sub_category_one`; `null` clears it.',
    example: 'VAT',
  })
  sub_category_two?: string | null;

  @TicketProperty('group', {
    ...CLEARABLE,
    description: 'Name of a group; `null` clears it.',
    example: 'Support',
  })
  group?: string | null;

  @TicketProperty('group_id', {
    ...CLEARABLE,
    format: 'uuid',
    description: 'Id of a group, instead of `group`; `null` clears it. Beside `group` it must mean the same.',
    example: '0190c7a4-8d11-7f3a-9c20-5b6a7c8d9e0f',
  })
  group_id?: string | null;

  @TicketProperty('assignee_email', {
    ...CLEARABLE,
    description: 'Address of an active team member; `null` unassigns the ticket.',
    format: 'idn-email',
    example: 'eve@acme.example',
  })
  assignee_email?: string | null;

  @TicketProperty('agent_id', {
    ...CLEARABLE,
    format: 'uuid',
    description:
      'Id of an active team member, instead of `assignee_email`; `null` unassigns the ticket. Beside `assignee_email` it must mean ' +
      'the same.',
    example: '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a',
  })
  agent_id?: string | null;

  @TicketProperty('tags', {
    type: [String],
    maxItems: MAX_SENT_TAGS,
    description:
      'Replaces the tags: at most 100, each one line of at most 64 characters. Case does not count.',
    example: ['refund', 'urgent'],
  })
  tags?: unknown[];

  @TicketProperty('resolution_due_date', {
    ...CLEARABLE,
    format: 'date-time',
    description: 'ISO 8601 date-time with an offset; `null` clears it.',
    example: '2026-12-31T17:00:00Z',
  })
  resolution_due_date?: string | null;

  @TicketProperty('skip_notifications', {
    type: Boolean,
    description:
      'Whether no mail is sent about the change, and its events say that it is silent. Without it: false.',
    example: true,
  })
  skip_notifications?: boolean;

  @TicketProperty('attachments', {
    type: [String],
    maxItems: MAX_ATTACHMENTS,
    description:
      'Signed ids of uploaded files, each of at most 10 MB unless the installation says otherwise. The description gets them.',
    example: ['p3Jx0h4vS6mQ8bT2yLwZ5A'],
  })
  attachments?: unknown[];
}
