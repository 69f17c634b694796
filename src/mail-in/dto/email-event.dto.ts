import { ApiProperty } from '@nestjs/swagger';
import { EventActorDto, eventOf, SubjectDto, TicketSubjectDto } from '../../events/feed/dto/event.dto.js';
import { Enum, Flag } from '../../platform/http/answers/properties.js';
import { SUSPENDED_REASONS } from '../judging/judgement.rules.js';

class EventEmailDto extends SubjectDto {
  @Enum(
    [...SUSPENDED_REASONS, 'bounce'],
    'spam',
    'The reason why the mail is suspended, such as `spam`, or `bounce` for a mail of ours that came back.',
  )
  reason!: string;
}

export class EmailEventDataDto {
  @ApiProperty({ type: EventEmailDto }) inbound_email!: EventEmailDto;

  @ApiProperty({
    type: TicketSubjectDto,
    nullable: true,
    description: 'The ticket that it is about, if there is one.',
  })
  ticket!: TicketSubjectDto | null;

  @ApiProperty({ type: EventActorDto }) actor!: EventActorDto;
  @Flag(false) silent!: boolean;
}

/** The data of an event about a suspended mail, or about a bounce. */
export class EmailEventDto extends eventOf(['email.bounced', 'email.suspended'], EmailEventDataDto) {}
