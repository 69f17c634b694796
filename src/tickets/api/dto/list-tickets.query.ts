import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
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
import { checkText } from '../../../kernel/checks.js';
import { PRIORITIES } from '../../rules/ticket.changes.js';
import { isAmong } from './ticket-property.js';

const RANGES = ['last_24_hours', 'last_7_days', 'last_30_days', 'custom'] as const;

/** Describes and checks a filter. */
const Filter = (check: PropertyDecorator, schema: ApiPropertyOptions): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional(schema), Optional(), check);

/** The filters and the order of a list. All are extensions and can be combined (decisions, section 4). */
export class ListTicketsQuery extends PageQuery {
  @Filter(AreNames((value) => checkText(value, { blank: 'refused' })), {
    type: String,
    description: 'One or several statuses, separated by commas.',
    example: 'open,on_hold',
  })
  status?: string | string[];

  @ApiChoices(PRIORITIES, {
    description: 'One or several, separated by commas.',
    example: ['high', 'urgent'],
  })
  @Optional()
  @AreNames(isAmong(PRIORITIES))
  priority?: string | string[];

  @ApiChoice(['created_at', 'updated_at'], { default: 'created_at' })
  @Optional()
  @IsOneOf(['created_at', 'updated_at'])
  sort?: 'created_at' | 'updated_at';

  @ApiChoice(['asc', 'desc'], { default: 'desc', description: 'Ties are broken by number.' })
  @Optional()
  @IsOneOf(['asc', 'desc'])
  order?: 'asc' | 'desc';

  @Filter(IsUuidText(), { format: 'uuid' })
  customer_id?: string;

  @Filter(IsEmailAddress(), { format: 'idn-email', description: 'Any address of the customer.' })
  customer_email?: string;

  @Filter(IsUuidText(), { format: 'uuid' })
  assignee_id?: string;

  @Filter(IsEmailAddress(), {
    format: 'idn-email',
    description: 'Address of a present or removed team member.',
  })
  assignee_email?: string;

  @Filter(IsText(), { description: 'Name of a group.', example: 'Support' })
  group?: string;

  @Filter(IsText(), {
    description: 'Name of a category. `None` lists tickets without a category.',
    example: 'Billing',
  })
  category?: string;

  @Filter(IsText(), { description: 'A tag, compared without regard to case.', example: 'refund' })
  tag?: string;

  @Filter(IsText(), { example: 'CP-1234' })
  external_id?: string;

  @Filter(IsText(), { example: 'concierge_plus' })
  source?: string;

  @Filter(IsText(), {
    description: 'Where the tickets came from. Tickets from before this filter have `import` or `api`.',
    example: 'api',
  })
  channel?: string;

  @Filter(IsText(), {
    description: 'Name of an active field. Needs `field_value`.',
    example: 'Country',
  })
  field_name?: string;

  @Filter(IsText(), {
    description: 'The value that the field must have. For a `multi_option` field, one of its labels.',
    example: 'India',
  })
  field_value?: string;

  @ApiChoice(RANGES, {
    description: 'When the tickets were created. `custom` needs `start_date` and `end_date`.',
  })
  @Optional()
  @IsOneOf(RANGES)
  range_type?: (typeof RANGES)[number];

  @Filter(IsCalendarDay(), {
    format: 'date',
    description: 'First day in UTC, inclusive. Only with `range_type=custom`.',
  })
  start_date?: string;

  @Filter(IsCalendarDay(), {
    format: 'date',
    description: 'Last day in UTC, inclusive. Only with `range_type=custom`.',
  })
  end_date?: string;

  @Filter(IsDateTime(), {
    format: 'date-time',
    description:
      'ISO 8601 date-time with an offset. Lists tickets that were changed after it. A change that takes long to be kept may be missed.',
    example: '2026-01-31T09:30:00Z',
  })
  updated_after?: string;
}
