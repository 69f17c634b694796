import { ApiProperty } from '@nestjs/swagger';
import { EventActorDto, eventOf } from '../../../events/feed/dto/event.dto.js';
import { Count, Flag, OrdinalOrNull } from '../../../platform/http/answers/properties.js';

export class ImportDto {
  @Count(500, 'How many tickets were added.') count!: number;

  @OrdinalOrNull(1, 'The number of the first one. They have all numbers from it to the last one.')
  first_number!: number | null;

  @OrdinalOrNull(500) last_number!: number | null;
  @Count(0, 'How many tickets were changed. Each of them has an event of its own, too.') updated!: number;
  @Count(20, 'How many customers are new.') customers_created!: number;
  @ApiProperty({ type: EventActorDto }) actor!: EventActorDto;
  @Flag(true) silent!: boolean;
}

export class TicketsImportedEventDto extends eventOf(['tickets.imported'], ImportDto) {}
