import { ApiProperty } from '@nestjs/swagger';
import { EventActorDto, eventOf } from '../../../events/feed/dto/event.dto.js';

export class ImportDto {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many tickets were added.', example: 500 })
  count!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    nullable: true,
    description: 'The number of the first one. They have all numbers from it to the last one.',
    example: 1,
  })
  first_number!: number | null;

  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, example: 500 })
  last_number!: number | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'How many tickets were changed. Each of them has an event of its own, too.',
    example: 0,
  })
  updated!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many customers are new.', example: 20 })
  customers_created!: number;

  @ApiProperty({ type: EventActorDto })
  actor!: EventActorDto;

  @ApiProperty({ example: true })
  silent!: boolean;
}

export class TicketsImportedEventDto extends eventOf(['tickets.imported'], ImportDto) {}
