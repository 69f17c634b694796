import { REQUIRED_OF_CLIENTS, type SentTicket } from '../../rules/properties/sent-ticket.js';
import { CHANGEABLE, TicketBody, TicketProperties } from './ticket-property.js';
import { OmitType, PickType } from '@nestjs/swagger';

const OLDER: readonly (keyof SentTicket)[] = [
  ...(['email', 'subject', 'description', 'ticket_fields', 'status', 'priority', 'category'] as const),
];

/** Takes the changes of the older route [spec 4.4]. */
@TicketProperties(OLDER)
export class LegacyUpdateTicketDto extends TicketBody {}

/** Takes the changes of a ticket. Nothing is required; absent means unchanged [spec 4.4]. */
@TicketProperties(CHANGEABLE.filter((name) => !OLDER.includes(name)))
export class UpdateTicketDto extends LegacyUpdateTicketDto {}

const FROM_ELSEWHERE = ['external_id', 'source', 'created_at', 'updated_at', 'closed_at'] as const;

/** Takes a new ticket [rule 11]. */
@TicketProperties(
  [...REQUIRED_OF_CLIENTS, 'name', 'channel', 'to', 'cc', ...FROM_ELSEWHERE],
  REQUIRED_OF_CLIENTS,
)
export class CreateTicketDto extends OmitType(UpdateTicketDto, [
  ...REQUIRED_OF_CLIENTS,
  'add_tags',
  'remove_tags',
]) {}

@TicketProperties([...REQUIRED_OF_CLIENTS, 'name'], REQUIRED_OF_CLIENTS)
export class LegacyCreateTicketDto extends PickType(UpdateTicketDto, ['ticket_fields']) {}
