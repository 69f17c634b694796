import { OmitType, PickType } from '@nestjs/swagger';
import { ONE_LINE } from '../../../kernel/text.js';
import { MAX_CHANNEL_LENGTH } from '../../rules/ticket-property.rules.js';
import { MAX_PARTICIPANTS } from '../../rules/participants.rules.js';
import { CLEARABLE, TicketProperty } from './ticket-property.js';
import { DESCRIPTION, EMAIL, SUBJECT, UpdateTicketDto } from './update-ticket.dto.js';

const ADDRESSES = {
  oneOf: [
    { type: 'array', maxItems: MAX_PARTICIPANTS, items: { type: 'string', format: 'idn-email' } },
    { type: 'string', description: 'The same array as JSON.' },
  ],
};

/** A new ticket (extensions, section 11). */
export class CreateTicketDto extends OmitType(UpdateTicketDto, ['email', 'subject', 'description']) {
  @TicketProperty('email', { ...EMAIL, required: true })
  email?: string;

  @TicketProperty('subject', { ...SUBJECT, required: true })
  subject?: string;

  @TicketProperty('description', { ...DESCRIPTION, required: true })
  description?: string;

  @TicketProperty('name', {
    ...CLEARABLE,
    description: 'Name of a new customer. The name of a known one stays.',
    maxLength: 255,
    example: 'John Luther',
  })
  name?: string | null;

  @TicketProperty('channel', {
    description: 'Where the ticket came from. Without it: `api`.',
    maxLength: MAX_CHANNEL_LENGTH,
    pattern: ONE_LINE,
    example: 'shop',
  })
  channel?: string;

  @TicketProperty('to', {
    ...ADDRESSES,
    description: `To whom the ticket was addressed. At most ${MAX_PARTICIPANTS} addresses together with \`cc\`.`,
    example: ['help@acme.example'],
  })
  to?: unknown;

  @TicketProperty('cc', {
    ...ADDRESSES,
    description: `Who got a copy. At most ${MAX_PARTICIPANTS} addresses together with \`to\`.`,
    example: ['jane@customer.example'],
  })
  cc?: unknown;

  @TicketProperty('external_id', {
    ...CLEARABLE,
    description: 'How another system knows the ticket. Only with `source`; both together are unique.',
    maxLength: 255,
    example: 'CP-1234',
  })
  external_id?: string | null;

  @TicketProperty('source', {
    ...CLEARABLE,
    description: 'The other system. Only with `external_id`.',
    maxLength: 255,
    example: 'concierge_plus',
  })
  source?: string | null;

  @TicketProperty('created_at', {
    format: 'date-time',
    description:
      'When the ticket was raised in another system, never in the future. Nobody is told by mail then. With `external_id` and ' +
      '`source`, the fields that are required otherwise may be missing.',
    example: '2026-03-04T10:00:00Z',
  })
  created_at?: string;

  @TicketProperty('updated_at', {
    format: 'date-time',
    description: 'Not before `created_at` and never in the future. By default the same as `created_at`.',
    example: '2026-03-05T10:00:00Z',
  })
  updated_at?: string;

  @TicketProperty('closed_at', {
    ...CLEARABLE,
    format: 'date-time',
    description: 'Only with the status `closed`. Not before `created_at` and never in the future.',
    example: '2026-03-05T10:00:00Z',
  })
  closed_at?: string | null;
}

/** A new ticket by the older route (extensions, section 11). */
export class LegacyCreateTicketDto extends PickType(CreateTicketDto, [
  'email',
  'subject',
  'description',
  'name',
  'ticket_fields',
]) {}
