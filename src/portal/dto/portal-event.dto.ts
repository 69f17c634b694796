import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { ListEventsQuery, StreamAfterQuery } from '../../events/feed/dto/event.dto.js';
import { Count, Flag, Id, Moment, Ordinal } from '../../platform/http/answers/properties.js';
import { PORTAL_TYPES } from '../portal-events.rules.js';
import { PortalLinkDto, PortalPersonDto } from './portal-ticket.dto.js';

export class ListPortalEventsQuery extends PickType(ListEventsQuery, ['after', 'limit']) {}

export class StreamPortalEventsQuery extends StreamAfterQuery {}

class PortalEventCommentDto {
  @Id('0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a') id!: string;
  @ApiProperty({ enum: ['agent', 'customer'], example: 'agent' }) author_type!: string;
  @ApiProperty({ type: PortalPersonDto }) author!: PortalPersonDto;
}

class PortalChangesDto {
  @ApiProperty({
    type: 'array',
    minItems: 2,
    maxItems: 2,
    items: {},
    description: 'The status before, which is null of a new ticket, and after.',
    example: ['new', 'open'],
  })
  status!: [before: string | null, after: string];
}

class PortalEventDataDto {
  @ApiProperty({ type: PortalLinkDto }) ticket!: PortalLinkDto;

  @ApiPropertyOptional({
    type: PortalEventCommentDto,
    description: 'The reply. A reader asks for its words.',
  })
  comment?: PortalEventCommentDto;

  @ApiPropertyOptional({
    type: PortalChangesDto,
    description: 'The change of the ticket. Absent when it is a reply.',
  })
  changes?: PortalChangesDto;
}

class PortalEventDto {
  @Id('0190c7a4-c099-7275-94e6-7a8b9c0d1e2f') id!: string;
  @Ordinal(40, 'Its place in the workspace, with holes where events of others are.') position!: number;
  @ApiProperty({ enum: PORTAL_TYPES }) type!: string;
  @Moment('2026-01-31T09:30:00.000Z') occurred_at!: string;
  @ApiProperty({ type: PortalEventDataDto }) data!: PortalEventDataDto;
}

export class PortalEventListResponse {
  @ApiProperty({ type: [PortalEventDto], maxItems: 500 }) events!: PortalEventDto[];
  @Count(17, 'The `after` of the next request.') next_after!: number;
  @Flag(false, 'Whether there is more now.') has_more!: boolean;
}
