import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { MAX_ATTACHMENTS } from '../../../attachments/attachment.limits.js';
import { MAX_EMAIL_LENGTH, MAX_PROPERTIES } from '../../../kernel/checks.js';
import { ONE_LINE } from '../../../kernel/text.js';
import { CheckedBy, Optional } from '../../../platform/http/requests/validators.js';
import { MAX_DESCRIPTION_BYTES } from '../../rules/description.rules.js';
import { MAX_PARTICIPANTS } from '../../rules/participants.rules.js';
import type { SentTicket } from '../../rules/properties/sent-ticket.js';
import { PRIORITIES } from '../../rules/properties/stored-ticket.js';
import {
  MAX_CHANNEL_LENGTH,
  MAX_SENT_TAGS,
  MAX_SUBJECT_LENGTH,
  TICKET_PROPERTIES,
} from '../../rules/properties/ticket-properties.js';

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

/** Describes a property by its type: its text, an example, and what else the document says of it. */
const property =
  (type: object) =>
  (description: string, example: unknown, more: object = {}): object => ({
    ...type,
    description,
    ...more,
    example,
  });

const text = property({ type: String });
const textOrNull = property({ type: String, nullable: true });
const idOrNull = property({ type: String, nullable: true, format: 'uuid' });
const moment = property({ type: String, format: 'date-time' });
const momentOrNull = property({ type: String, nullable: true, format: 'date-time' });
const tags = property({ type: [String], maxItems: MAX_SENT_TAGS });
const addresses = property({
  type: Object,
  oneOf: [
    { type: 'array', maxItems: MAX_PARTICIPANTS, items: { type: 'string', format: 'idn-email' } },
    { type: 'string', description: 'The same array as JSON.' },
  ],
});

/** Describes each property that a body about a ticket can have. */
const DESCRIPTIONS: Readonly<Record<keyof SentTicket, object>> = {
  email: text(
    'Any address of the customer. When no customer has it, one is created.',
    'john@customer.example',
    { format: 'idn-email', maxLength: MAX_EMAIL_LENGTH },
  ),
  subject: text('One line, not blank.', 'How to resolve the pending payments', {
    maxLength: MAX_SUBJECT_LENGTH,
    pattern: ONE_LINE,
  }),
  description: text(
    'HTML of at most 256 KiB. The service cleans it with an allow-list of tags and attributes.',
    '<p>I need your help in resolving the <b>pending payments</b>.</p>',
    { maxLength: MAX_DESCRIPTION_BYTES },
  ),
  ticket_fields: {
    type: 'object',
    additionalProperties: FIELD_VALUE,
    maxProperties: MAX_PROPERTIES,
    description: 'Values by the exact name of an active field. `null` clears a value. Other fields stay.',
    example: { Country: 'United States', Products: ['Desk', 'Chat'], Seats: 12 },
  },
  status: text(
    'A default or custom status. `closed` needs every active field that is required for closing.',
    'open',
  ),
  priority: {
    type: String,
    enum: PRIORITIES,
    example: 'high',
  },
  category: text(
    'Name of a category, or `None` for no category. A change clears the sub-categories that are not named.',
    'Billing',
  ),
  name: textOrNull('Name of a new customer. The name of a known one stays.', 'John Luther', {
    maxLength: 255,
  }),
  sub_category_one: textOrNull('Name of a sub-category of the category; `null` clears it.', 'Invoices'),
  sub_category_two: textOrNull('Name of a sub-category of `sub_category_one`; `null` clears it.', 'VAT'),
  group: textOrNull('Name of a group; `null` clears it.', 'Support'),
  group_id: idOrNull(
    'Id of a group, instead of `group`; `null` clears it. Beside `group` it must mean the same.',
    '0190c7a4-8d11-7f3a-9c20-5b6a7c8d9e0f',
  ),
  assignee_email: textOrNull(
    'Address of an active team member; `null` unassigns the ticket.',
    'eve@acme.example',
    { format: 'idn-email' },
  ),
  agent_id: idOrNull(
    'Id of an active team member, instead of `assignee_email`; `null` unassigns the ticket. Beside `assignee_email` it must mean ' +
      'the same.',
    '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a',
  ),
  tags: tags('Replaces the tags: at most 100, each one line of at most 64 characters. Case does not count.', [
    'refund',
    'urgent',
  ]),
  add_tags: tags('Adds tags to those of the ticket, in an update. Not together with `tags`.', ['vip']),
  remove_tags: tags(
    'Removes tags of the ticket, in an update; those that it does not have count as removed. Not together with `tags`.',
    ['urgent'],
  ),
  resolution_due_date: momentOrNull(
    'ISO 8601 date-time with an offset; `null` clears it.',
    '2026-12-31T17:00:00Z',
  ),
  follow_up_at: momentOrNull(
    'When somebody wants to look at the ticket again: an ISO 8601 date-time with an offset, in the future; `null` clears it. Then the desk tells of it ' +
      'with the event `ticket.follow_up_due`, clears it, and opens a ticket that waits.',
    '2030-12-31T09:00:00Z',
  ),
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
  channel: text('Where the ticket came from. Without it: `api`.', 'shop', {
    maxLength: MAX_CHANNEL_LENGTH,
    pattern: ONE_LINE,
  }),
  to: addresses(
    `To whom the ticket was addressed. At most ${MAX_PARTICIPANTS} addresses together with \`cc\`.`,
    ['help@acme.example'],
  ),
  cc: addresses(`Who got a copy. At most ${MAX_PARTICIPANTS} addresses together with \`to\`.`, [
    'jane@customer.example',
  ]),
  external_id: textOrNull(
    'How another system knows the ticket. Only with `source`; both together are unique.',
    'CP-1234',
    { maxLength: 255 },
  ),
  source: textOrNull('The other system. Only with `external_id`.', 'concierge_plus', { maxLength: 255 }),
  created_at: moment(
    'When the ticket was raised in another system, never in the future. The service then sends no mail about the new ticket. With `external_id` and ' +
      '`source`, the fields that are required otherwise may be missing.',
    '2026-03-04T10:00:00Z',
  ),
  updated_at: moment(
    'Not before `created_at` and never in the future. By default the same as `created_at`.',
    '2026-03-05T10:00:00Z',
  ),
  closed_at: momentOrNull(
    'Not before `created_at` and never in the future. With another status than `closed`, the ticket was closed then and opened again: this ' +
      'needs `created_at`, and is not after `updated_at`, which is then this date by default.',
    '2026-03-05T10:00:00Z',
  ),
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
