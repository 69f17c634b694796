import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EventActorDto, eventOf, TicketSubjectDto } from '../../events/feed/dto/event.dto.js';
import { Enum, Flag, Id, Text } from '../../platform/http/answers/properties.js';

class CommentAuthorDto {
  @Id('0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a') id!: string;
  @Text('Eve Jones') name!: string;
  @Text('eve@acme.example') email!: string;
}

class MentionDto {
  @Id('0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a', 'The id of the member.') id!: string;
}

class CommentFactsDto {
  @Id('0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a') id!: string;

  @Enum(['reply', 'note'], undefined, 'A note is shown only when `include_notes` is `true`.')
  comment_type!: string;

  @Enum(['agent', 'customer']) author_type!: string;

  @ApiProperty({ type: CommentAuthorDto, nullable: true, description: 'Null when the author was erased.' })
  author!: CommentAuthorDto | null;

  @ApiPropertyOptional({
    type: [MentionDto],
    description: 'Members whom a note mentions. Events from before the ids were kept name nobody.',
  })
  mentions?: MentionDto[];
}

export class CommentMadeDto {
  @ApiProperty({ type: TicketSubjectDto }) ticket!: TicketSubjectDto;
  @ApiProperty({ type: CommentFactsDto }) comment!: CommentFactsDto;
  @ApiProperty({ type: EventActorDto }) actor!: EventActorDto;
  @Flag(false) silent!: boolean;
}

/** A comment was added. The event does not have its words. */
export class CommentEventDto extends eventOf(['comment.created'], CommentMadeDto) {}
