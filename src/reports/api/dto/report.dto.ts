import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { PaginationDto } from '../../../platform/http/answers/answer.dto.js';
import { PageQuery } from '../../../platform/http/requests/page.query.js';
import { IsCalendarDay, OneOf, Optional } from '../../../platform/http/requests/validators.js';
import { RANGE_TYPES, type RangeType } from '../../../kernel/time/day-range.rules.js';
import { DEFAULT_RANGE, MOST_DAYS } from '../../reading/report-range.rules.js';
import { Count, CountOrNull, Email, Enum, Id, Text } from '../../../platform/http/answers/properties.js';

const RANGE = {
  default: DEFAULT_RANGE,
  description:
    'Which days, in the time zone of the workspace. Today is the last day of `last_7_days` and its like. `last_24_hours` ends with this ' +
    'minute. `custom` needs `start_date` and `end_date`.',
};
const START = { format: 'date', description: 'First day, inclusive. Only with `range_type=custom`.' };
const END = {
  format: 'date',
  description: `Last day, inclusive: at most ${MOST_DAYS} days with the first one. Only with \`range_type=custom\`.`,
};

/** A client asks for a report by these parameters [rule 23]. */
export class ReportQuery {
  @OneOf(RANGE_TYPES, RANGE) range_type?: RangeType;
  @Optional(START) @IsCalendarDay() start_date?: string;
  @Optional(END) @IsCalendarDay() end_date?: string;
}

/** Asks for a page of a report, too. */
export class PagedReportQuery extends IntersectionType(PageQuery, ReportQuery) {}

const CHANGE = {
  type: Number,
  nullable: true,
  description:
    'By how many percent of `previous`, with one decimal. Null when there is nothing to compare with.',
  example: 50,
};

/** A number of the range beside that of the period of the same length before it. */
export class ComparedNumberDto {
  @Count(12) present!: number;
  @CountOrNull(8, 'Null for `all_time`.') previous!: number | null;
  @ApiProperty(CHANGE) change_percentage!: number | null;
}

const SECONDS = 'Seconds, with one decimal. Null without any.';

/** An average of the range beside that of the period of the same length before it. */
export class ComparedAverageDto {
  @ApiProperty({ type: Number, minimum: 0, nullable: true, description: SECONDS, example: 1800 })
  present!: number | null;

  @ApiProperty({ type: Number, minimum: 0, nullable: true, description: SECONDS, example: 1200.5 })
  previous!: number | null;

  @ApiProperty({ ...CHANGE, example: 49.9 }) change_percentage!: number | null;
}

class ReportDto {
  @ApiPropertyOptional({
    format: 'date-time',
    description:
      'The audit trail has entries from this time on, and the range or the period before it begins earlier. Days before it stay as they ' +
      'were counted. Absent when the trail has all.',
    example: '2026-01-01T00:00:00.000Z',
  })
  exact_since?: string;
}

export class StatusFiguresDto {
  @Text('closed') name!: string;
  @ApiProperty({ type: ComparedNumberDto }) value!: ComparedNumberDto;
}

export class TicketReportResponse extends ReportDto {
  @ApiProperty({ type: [StatusFiguresDto] }) ticket_statuses!: StatusFiguresDto[];
}

const SERIES = ['new', 'closed'] as const;

export class SeriesDto {
  @Enum(SERIES, 'new') name!: (typeof SERIES)[number];

  @ApiProperty({
    type: 'array',
    items: { type: 'integer', minimum: 0 },
    description: 'One for each date.',
    example: [3, 5],
  })
  values!: number[];
}

export class TimeSeriesResponse extends ReportDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'date' },
    description: 'Days; for `all_time` the first days of months when it has more than 400 days.',
    example: ['2026-03-04', '2026-03-05'],
  })
  dates!: string[];

  @ApiProperty({
    type: [SeriesDto],
    description: '`new`: tickets that were created. `closed`: how many times tickets were closed.',
  })
  data!: SeriesDto[];
}

class SubjectFiguresDto {
  @ApiProperty({ type: ComparedAverageDto }) average_first_response_time!: ComparedAverageDto;
  @ApiProperty({ type: ComparedAverageDto }) average_resolution_time!: ComparedAverageDto;
  @ApiProperty({ type: ComparedNumberDto }) assigned_tickets!: ComparedNumberDto;
  @ApiProperty({ type: ComparedNumberDto }) closed_tickets!: ComparedNumberDto;
}

export class MemberFiguresDto extends SubjectFiguresDto {
  @Id('0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a') id!: string;
  @Text('Eve Jones') name!: string;
  @Email('eve@acme.example') email!: string;
}

export class GroupFiguresDto extends SubjectFiguresDto {
  @Id('0190c7a4-8d11-7f3a-9c20-5b6a7c8d9e0f') id!: string;
  @Text('Support') name!: string;
}

export class MemberReportResponse extends ReportDto {
  @ApiProperty({ type: [MemberFiguresDto] }) members!: MemberFiguresDto[];
  @ApiProperty({ type: PaginationDto }) pagination!: PaginationDto;
}

export class GroupReportResponse extends ReportDto {
  @ApiProperty({ type: [GroupFiguresDto] }) teams!: GroupFiguresDto[];
  @ApiProperty({ type: PaginationDto }) pagination!: PaginationDto;
}

export class SurveyReportResponse extends ReportDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'object' },
    maxItems: 0,
    description: 'There are none.',
    example: [],
  })
  surveys!: never[];
}

export class TicketMetricsResponse {
  @CountOrNull(
    840,
    'From creation to the first reply of an agent here. Notes, automatic and back-dated replies, and those of an import do not count. Null ' +
      'without any.',
  )
  first_response_seconds!: number | null;

  @CountOrNull(86400, 'From creation to closing. Null while the ticket is open, and when a merge closed it.')
  resolution_seconds!: number | null;

  @Count(0, 'How often the ticket was closed and opened again.') reopened_count!: number;
  @Count(2) agent_replies!: number;
  @Count(1) customer_replies!: number;
}
