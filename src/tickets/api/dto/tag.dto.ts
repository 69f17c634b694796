import { ApiProperty } from '@nestjs/swagger';
import { PaginationDto } from '../../../platform/http/answers/pagination.dto.js';

export class TagDto {
  @ApiProperty({ description: 'In the spelling that most of its tickets have.', example: 'vip' })
  name!: string;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Exact: as many tickets as the list of tickets shows with this `tag`.',
    example: 3,
  })
  ticket_count!: number;
}

export class TagListResponse {
  @ApiProperty({ type: [TagDto] })
  tags!: TagDto[];

  @ApiProperty({ type: PaginationDto })
  pagination!: PaginationDto;
}
