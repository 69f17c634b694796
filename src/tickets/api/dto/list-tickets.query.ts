import { ApiPropertyOptional } from '@nestjs/swagger';
import { ApiChoice, ApiChoices } from '../../../platform/http/requests/choices.js';
import { PageQuery } from '../../../platform/http/requests/page.query.js';
import {
  AreNames,
  IsCalendarDay,
  IsDateTime,
  IsEmailAddress,
  IsOneOf,
  IsText,
  IsUuidText,
  Optional,
} from '../../../platform/http/requests/validators.js';
import { checkText, type Check } from '../../../kernel/checks.js';
import { PRIORITIES } from '../../rules/ticket.changes.js';

const RANGES = ['last_24_hours', 'last_7_days', 'last_30_days', 'custom'] as const;

const isPriority: Check = (value) =>
  PRIORITIES.some((known) => known === value) ? null : `must be one or several of ${PRIORITIES.join(', ')}`;

/** Which tickets, in which order; all filters are extensions and can be combined (decisions, section 4). */
export class ListTicketsQuery extends PageQuery {
  @ApiPropertyOptional({
    type: String,
    description: 'One or several statuses, separated by commas.',
    example: 'open,on_hold',
  })
  @Optional()
  @AreNames((value) => checkText(value, { blank: 'refused' }))
  status?: string | string[];

  @ApiChoices(PRIORITIES, {
    description: 'One or several, separated by commas.',
    example: ['high', 'urgent'],
  })
  @Optional()
  @AreNames(isPriority)
  priority?: string | string[];

  @ApiChoice(['created_at', 'updated_at'], { default: 'created_at' })
  @Optional()
  @IsOneOf(['created_at', 'updated_at'])
  sort?: 'created_at' | 'updated_at';

  @ApiChoice(['asc', 'desc'], { default: 'desc', description: 'Ties are broken by number.' })
  @Optional()
  @IsOneOf(['asc', 'desc'])
  order?: 'asc' | 'desc';

  @ApiPropertyOptional({ format: 'uuid' })
  @Optional()
  @IsUuidText()
  customer_id?: string;

  @ApiPropertyOptional({ format: 'idn-email', description: 'Any address of the customer.' })
  @Optional()
  @IsEmailAddress()
  customer_email?: string;

  @ApiPropertyOptional({ format: 'uuid' })
  @Optional()
  @IsUuidText()
  assignee_id?: string;

  @ApiPropertyOptional({ format: 'idn-email', description: 'Address of a present or removed team member.' })
  @Optional()
  @IsEmailAddress()
  assignee_email?: string;

  @ApiPropertyOptional({ description: 'Name of a group.', example: 'Support' })
  @Optional()
  @IsText()
  group?: string;

  @ApiPropertyOptional({
    description: 'Name of a category. `None` lists tickets without a category.',
    example: 'Billing',
  })
  @Optional()
  @IsText()
  category?: string;

  @ApiPropertyOptional({ description: 'A tag, compared without regard to case.', example: 'refund' })
  @Optional()
  @IsText()
  tag?: string;

  @ApiPropertyOptional({ example: 'CP-1234' })
  @Optional()
  @IsText()
  external_id?: string;

  @ApiPropertyOptional({ example: 'concierge_plus' })
  @Optional()
  @IsText()
  source?: string;

  @ApiPropertyOptional({
    description: 'Where the tickets came from. Tickets from before this filter have `import` or `api`.',
    example: 'api',
  })
  @Optional()
  @IsText()
  channel?: string;

  @ApiPropertyOptional({
    description: 'Name of an active field. Needs `field_value`.',
    example: 'Country',
  })
  @Optional()
  @IsText()
  field_name?: string;

  @ApiPropertyOptional({
    description: 'The value that the field must have. For a `multi_option` field, one of its labels.',
    example: 'India',
  })
  @Optional()
  @IsText()
  field_value?: string;

  @ApiChoice(RANGES, {
    description: 'When the tickets were created. `custom` needs `start_date` and `end_date`.',
  })
  @Optional()
  @IsOneOf(RANGES)
  range_type?: (typeof RANGES)[number];

  @ApiPropertyOptional({
    format: 'date',
    description: 'First day in UTC, inclusive. Only with `range_type=custom`.',
  })
  @Optional()
  @IsCalendarDay()
  start_date?: string;

  @ApiPropertyOptional({
    format: 'date',
    description: 'Last day in UTC, inclusive. Only with `range_type=custom`.',
  })
  @Optional()
  @IsCalendarDay()
  end_date?: string;

  @ApiPropertyOptional({
    format: 'date-time',
    description:
      'ISO 8601 date-time with an offset. Lists tickets that were changed after it. A change that takes long to be kept may be missed.',
    example: '2026-01-31T09:30:00Z',
  })
  @Optional()
  @IsDateTime()
  updated_after?: string;
}
