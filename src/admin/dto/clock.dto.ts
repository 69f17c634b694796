import { ApiPropertyOptional } from '@nestjs/swagger';
import { checkAdvance } from '../../moments/advance.rules.js';
import { answerOf } from '../../platform/http/answers/answer.dto.js';
import { Count, Moment } from '../../platform/http/answers/properties.js';
import { CheckedBy, IsDateTime, Optional } from '../../platform/http/requests/validators.js';

export class MoveClockDto {
  @ApiPropertyOptional({
    type: String,
    description:
      'By how far: a duration of ISO 8601 in weeks, days, hours, minutes and seconds, at most 366 days. Not together with `now`.',
    example: 'PT4H',
  })
  @Optional()
  @CheckedBy('isAdvance', checkAdvance)
  advance?: string;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description:
      "To which time: a date-time with an offset, not before the desk's now and at most 366 days ahead of it. Not together with `advance`.",
    example: '2026-02-04T09:00:00Z',
  })
  @Optional()
  @IsDateTime()
  now?: string;
}

export class ClockDto {
  @Moment('2026-02-04T09:00:00.000Z', "The desk's now.") now!: string;
  @Count(345_600, 'How many whole seconds it is ahead of the clock of the system.') seconds_ahead!: number;
}

export class ClockResponse extends answerOf('clock', ClockDto) {}
