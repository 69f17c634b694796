import { ApiProperty } from '@nestjs/swagger';
import { ChangeDto, eventOf, TicketSubjectDto } from '../../../events/feed/dto/event.dto.js';
import { Moment } from '../../../platform/http/answers/properties.js';

/** Tells of a date of a ticket that has passed [rule 31]. */
export class TicketMomentDto extends ChangeDto {
  @ApiProperty({ type: TicketSubjectDto }) ticket!: TicketSubjectDto;

  @Moment(
    '2026-02-04T09:00:00.000Z',
    'The date that has passed. The event is later when the desk was stopped then.',
  )
  due_at!: string;
}

export class TicketMomentEventDto extends eventOf(
  ['ticket.follow_up_due', 'ticket.resolution_overdue'],
  TicketMomentDto,
) {}
