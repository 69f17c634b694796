import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { MAX_ATTACHMENTS } from '../../../attachments/attachment.limits.js';
import { MAX_EMAIL_LENGTH, MAX_PROPERTIES } from '../../../kernel/checks.js';
import { ONE_LINE } from '../../../kernel/text.js';
import { CheckedBy, Optional } from '../../../platform/http/requests/validators.js';
import { MAX_DESCRIPTION_BYTES } from '../../rules/description.rules.js';
import { MAX_PARTICIPANTS } from '../../rules/participants.rules.js';
import {
  MAX_CHANNEL_LENGTH,
  MAX_SENT_TAGS,
  MAX_SUBJECT_LENGTH,
  PRIORITIES,
  TICKET_PROPERTIES,
  type SentTicket,
} from '../../rules/ticket-properties.js';

/** Describes a value in `ticket_fields`. Its type depends on the kind of the field; `null` clears. */
const FIELD_VALUE = {
  anyOf: [
    { type: 'string', description: 'A text, a date (`YYYY-MM-DD`), or the label of an option.' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: { type: 'string' }, description: 'The labels of several options.' },
    { type: 'null' },
  ],
};

const ADDRESSES = {
  type: Object,
  oneOf: [
    { type: 'array', maxItems: MAX_PARTICIPANTS, items: { type: 'string', format: 'idn-email' } },
    { type: 'string', description: 'The same array as JSON.' },
  ],
};

const NULLABLE = { type: String, nullable: true };

/** Describes each property that a body about a ticket can have. */
const DESCRIPTIONS: Readonly<Record<keyof SentTicket, object>> = {
  email: {
    type: String,
    description: 'Any address of the customer. When no customer has it, one is created.',
    format: 'idn-email',
    maxLength: MAX_EMAIL_LENGTH,
    example: 'john@customer.example',
  },
  subject: {
    type: String,
    description: 'One line, not blank.',
    maxLength: MAX_SUBJECT_LENGTH,
    pattern: ONE_LINE,
    example: 'How to resolve the pending payments',
  },
  description: {
    type: String,
    description: 'HTML of at most 256 KiB. The service cleans it with an allow-list of tags and attributes.',
    maxLength: MAX_DESCRIPTION_BYTES,
    example: '<p>I need your help in resolving the <b>pending payments</b>.</p>',
  },
  ticket_fields: {
    type: 'object',
    additionalProperties: FIELD_VALUE,
    maxProperties: MAX_PROPERTIES,
    description: 'Values by the exact name of an active field. `null` clears a value. Other fields stay.',
    example: { Country: 'United States', Products: ['Desk', 'Chat'], Seats: 12 },
  },
  status: {
    type: String,
    description:
      'A default or custom status. `closed` needs every active field that is required for closing.',
    example: 'open',
  },
  priority: {
    type: String,
    enum: PRIORITIES,
    example: 'high',
  },
  category: {
    type: String,
    description:
      'Name of a category, or `None` for no category. A change clears the sub-categories that are not named.',
    example: 'Billing',
  },
  name: {
    ...NULLABLE,
    description: 'Name of a new customer. The name of a known one stays.',
    maxLength: 255,
    example: 'John Luther',
  },
  sub_category_one: {
    ...NULLABLE,
    description: 'Name of a sub-category of the category; `null` clears it.',
    example: 'Invoices',
  },
  sub_category_two: {
    ...NULLABLE,
    description: 'Name of a sub-category of `sub_category_one`; `null` clears it.',
    example: 'VAT',
  },
  group: { ...NULLABLE, description: 'Name of a group; `null` clears it.', example: 'Support' },
  group_id: {
    ...NULLABLE,
    format: 'uuid',
    description: 'Id of a group, instead of `group`; `null` clears it. Beside `group` it must mean the same.',
    example: '0190c7a4-8d11-7f3a-9c20-5b6a7c8d9e0f',
  },
  assignee_email: {
    ...NULLABLE,
    description: 'Address of an active team member; `null` unassigns the ticket.',
    format: 'idn-email',
    example: 'eve@acme.example',
  },
  agent_id: {
    ...NULLABLE,
    format: 'uuid',
    description:
      'Id of an active team member, instead of `assignee_email`; `null` unassigns the ticket. Beside `assignee_email` it must mean ' +
      'the same.',
    example: '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a',
  },
  tags: {
    type: [String],
    maxItems: MAX_SENT_TAGS,
    description:
      'Replaces the tags: at most 100, each one line of at most 64 characters. Case does not count.',
    example: ['refund', 'urgent'],
  },
  add_tags: {
    type: [String],
    maxItems: MAX_SENT_TAGS,
    description: 'Adds tags to those of the ticket, in an update. Not together with `tags`.',
    example: ['vip'],
  },
  remove_tags: {
    type: [String],
    maxItems: MAX_SENT_TAGS,
    description:
      'Removes tags of the ticket, in an update; those that it does not have count as removed. Not together with `tags`.',
    example: ['urgent'],
  },
  resolution_due_date: {
    ...NULLABLE,
    format: 'date-time',
    description: 'ISO 8601 date-time with an offset; `null` clears it.',
    example: '2026-12-31T17:00:00Z',
  },
  skip_notifications: {
    type: Boolean,
    description:
      'Whether no mail is sent about the change, and its events say that it is silent. Without it: false.',
    example: true,
  },
  attachments: {
    type: [String],
    maxItems: MAX_ATTACHMENTS,
    description:
      'Signed ids of uploaded files, each of at most 10 MB unless the installation says otherwise. The description gets them.',
    example: ['p3Jx0h4vS6mQ8bT2yLwZ5A'],
  },
  channel: {
    type: String,
    description: 'Where the ticket came from. Without it: `api`.',
    maxLength: MAX_CHANNEL_LENGTH,
    pattern: ONE_LINE,
    example: 'shop',
  },
  to: {
    ...ADDRESSES,
    description: `To whom the ticket was addressed. At most ${MAX_PARTICIPANTS} addresses together with \`cc\`.`,
    example: ['help@acme.example'],
  },
  cc: {
    ...ADDRESSES,
    description: `Who got a copy. At most ${MAX_PARTICIPANTS} addresses together with \`to\`.`,
    example: ['jane@customer.example'],
  },
  external_id: {
    ...NULLABLE,
    description: 'How another system knows the ticket. Only with `source`; both together are unique.',
    maxLength: 255,
    example: 'CP-1234',
  },
  source: {
    ...NULLABLE,
    description: 'The other system. Only with `external_id`.',
    maxLength: 255,
    example: 'concierge_plus',
  },
  created_at: {
    type: String,
    format: 'date-time',
    description:
      'When the ticket was raised in another system, never in the future. The service then sends no mail about the new ticket. With `external_id` and ' +
      '`source`, the fields that are required otherwise may be missing.',
    example: '2026-03-04T10:00:00Z',
  },
  updated_at: {
    type: String,
    format: 'date-time',
    description: 'Not before `created_at` and never in the future. By default the same as `created_at`.',
    example: '2026-03-05T10:00:00Z',
  },
  closed_at: {
    ...NULLABLE,
    format: 'date-time',
    description: 'Only with the status `closed`. Not before `created_at` and never in the future.',
    example: '2026-03-05T10:00:00Z',
  },
};

/** Lists the properties that an update can name. */
export const CHANGEABLE = (Object.keys(DESCRIPTIONS) as (keyof SentTicket)[]).filter(
  (name) => 'change' in TICKET_PROPERTIES[name],
);

/** Types a body about a ticket. `TicketProperties` says which of the properties a class really takes. */
export const TicketBody = Object as Type<SentTicket>;

/**
 * Describes and checks properties of a ticket in a body. Any of them may be absent: `required` is for the document, and the rules name
 * what is missing.
 */
export function TicketProperties(
  names: readonly (keyof SentTicket)[],
  required: readonly (keyof SentTicket)[] = [],
): ClassDecorator {
  return ({ prototype }) => {
    for (const name of names) {
      const described = { required: required.includes(name), ...DESCRIPTIONS[name] } as ApiPropertyOptions;
      const decorators = [ApiProperty(described), Optional(), CheckedBy(name, TICKET_PROPERTIES[name].check)];
      for (const decorate of decorators) decorate(prototype as object, name);
    }
  };
}
