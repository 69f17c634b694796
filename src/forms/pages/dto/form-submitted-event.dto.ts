import { ApiProperty } from '@nestjs/swagger';
import { EventActorDto, eventOf, SubjectDto, TicketSubjectDto } from '../../../events/feed/dto/event.dto.js';
import { Flag, Text } from '../../../platform/http/answers/properties.js';

class SubmittedFormDto extends SubjectDto {
  @Text('contact-us') slug!: string;
}

export class SubmissionDto {
  @ApiProperty({ type: TicketSubjectDto, description: 'The ticket that the form raised.' })
  ticket!: TicketSubjectDto;

  @ApiProperty({ type: SubmittedFormDto }) form!: SubmittedFormDto;
  @ApiProperty({ type: EventActorDto }) actor!: EventActorDto;
  @Flag(false) silent!: boolean;
}

/** Somebody has sent a form. The ticket has its own event, `ticket.created`, just before. */
export class FormSubmittedEventDto extends eventOf(['form.submitted'], SubmissionDto) {}
