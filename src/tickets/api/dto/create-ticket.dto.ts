import { ApiProperty, ApiPropertyOptional, OmitType, PickType } from '@nestjs/swagger';
import { MAX_EMAIL_LENGTH } from '../../../kernel/checks.js';
import { ONE_LINE } from '../../../kernel/text.js';
import {
  MAX_CHANNEL_LENGTH,
  MAX_DESCRIPTION_BYTES,
  MAX_PARTICIPANTS,
  MAX_SUBJECT_LENGTH,
} from '../../rules/ticket.limits.js';
import { TicketProperty } from './ticket-property.js';
import { UpdateTicketDto } from './update-ticket.dto.js';

const ADDRESSES = {
  oneOf: [
    { type: 'array', maxItems: MAX_PARTICIPANTS, items: { type: 'string', format: 'idn-email' } },
    { type: 'string', description: 'The same array as JSON.' },
  ],
};

/** A new ticket (extensions, section 11). */
export class CreateTicketDto extends OmitType(UpdateTicketDto, ['email', 'subject', 'description']) {
  @ApiProperty({
    description: 'Any address of the customer. When no customer has it, one is created.',
    format: 'idn-email',
    maxLength: MAX_EMAIL_LENGTH,
    example: 'john@customer.example',
  })
  @TicketProperty('email')
  email?: string;

  @ApiProperty({
    description: 'One line, not blank.',
    maxLength: MAX_SUBJECT_LENGTH,
    pattern: ONE_LINE,
    example: 'How to resolve the pending payments',
  })
  @TicketProperty('subject')
  subject?: string;

  @ApiProperty({
    description: 'HTML of at most 256 KiB. The service cleans it with an allow-list of tags and attributes.',
    maxLength: MAX_DESCRIPTION_BYTES,
    example: '<p>I need your help in resolving the <b>pending payments</b>.</p>',
  })
  @TicketProperty('description')
  description?: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Name of a new customer. The name of a known one stays.',
    maxLength: 255,
    example: 'John Luther',
  })
  @TicketProperty('name')
  name?: string | null;

  @ApiPropertyOptional({
    description: 'Where the ticket came from. Without it: `api`.',
    maxLength: MAX_CHANNEL_LENGTH,
    pattern: ONE_LINE,
    example: 'shop',
  })
  @TicketProperty('channel')
  channel?: string;

  @ApiPropertyOptional({
    ...ADDRESSES,
    description: `To whom the ticket was addressed. At most ${MAX_PARTICIPANTS} addresses together with \`cc\`.`,
    example: ['help@acme.example'],
  })
  @TicketProperty('to')
  to?: unknown;

  @ApiPropertyOptional({
    ...ADDRESSES,
    description: `Who got a copy. At most ${MAX_PARTICIPANTS} addresses together with \`to\`.`,
    example: ['jane@customer.example'],
  })
  @TicketProperty('cc')
  cc?: unknown;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'How another system knows the ticket. Only with `source`; both together are unique.',
    maxLength: 255,
    example: 'CP-1234',
  })
  @TicketProperty('external_id')
  external_id?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The other system. Only with `external_id`.',
    maxLength: 255,
    example: 'concierge_plus',
  })
  @TicketProperty('source')
  source?: string | null;

  @ApiPropertyOptional({
    format: 'date-time',
    description:
      'When the ticket was raised in another system, never in the future. Nobody is told by mail then. With `external_id` and ' +
      '`source`, the fields that are required otherwise may be missing.',
    example: '2026-03-04T10:00:00Z',
  })
  @TicketProperty('created_at')
  created_at?: string;

  @ApiPropertyOptional({
    format: 'date-time',
    description: 'Not before `created_at` and never in the future. By default the same as `created_at`.',
    example: '2026-03-05T10:00:00Z',
  })
  @TicketProperty('updated_at')
  updated_at?: string;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Only with the status `closed`. Not before `created_at` and never in the future.',
    example: '2026-03-05T10:00:00Z',
  })
  @TicketProperty('closed_at')
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
