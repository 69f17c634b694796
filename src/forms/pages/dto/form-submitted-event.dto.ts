import { ApiProperty } from '@nestjs/swagger';
import { EventActorDto, eventOf, SubjectDto, TicketSubjectDto } from '../../../events/feed/dto/event.dto.js';

class SubmittedFormDto extends SubjectDto {
  @ApiProperty({ example: 'contact-us' })
  slug!: string;
}

export class SubmissionDto {
  @ApiProperty({ type: TicketSubjectDto, description: 'The ticket that the form raised.' })
  ticket!: TicketSubjectDto;

  @ApiProperty({ type: SubmittedFormDto })
  form!: SubmittedFormDto;

  @ApiProperty({ type: EventActorDto })
  actor!: EventActorDto;

  @ApiProperty({ example: false })
  silent!: boolean;
}

/** Somebody has sent a form. The ticket has its own event, `ticket.created`, just before. */
export class FormSubmittedEventDto extends eventOf(['form.submitted'], SubmissionDto) {}
