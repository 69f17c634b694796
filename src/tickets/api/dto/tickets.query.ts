import { applyDecorators, type Type } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { checkText } from '../../../kernel/checks.js';
import { namesOf } from '../../../kernel/text.js';
import {
  FilterOf,
  OneOf,
  SomeOf,
  CheckedBy,
  IsCalendarDay,
  IsDateTime,
  IsEmailAddress,
  IsText,
  IsUuidText,
  Optional,
  SeveralNames,
  withOthers,
} from '../../../platform/http/requests/validators.js';
import { PageQuery } from '../../../platform/http/requests/page.query.js';
import { RANGE_TYPES } from '../../../kernel/time/day-range.rules.js';
import { MAX_SEARCH_LENGTH, MAX_TERMS, SearchLanguage } from '../../../kernel/search/query.rules.js';
import type { TicketQuery } from '../../read/ticket-filter.rules.js';
import { ON_REQUEST } from '../../rules/properties/queried-properties.js';
import { PRIORITIES } from '../../rules/properties/stored-ticket.js';

const parameter = (check: PropertyDecorator, schema: ApiPropertyOptions): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ type: String, ...schema }), Optional(), check);

/** Describes and checks each parameter of a list. All are extensions and can be combined [rule 4]. */
const PARAMETERS: Readonly<Record<keyof TicketQuery, PropertyDecorator>> = {
  status: SeveralNames(
    (value) => checkText(value, { blank: 'refused' }),
    withOthers({
      description: 'One or several statuses, separated by commas.',
      example: ['open', 'on_hold'],
    }),
  ),
  priority: FilterOf(PRIORITIES, {
    description: 'One or several, separated by commas.',
    example: ['high', 'urgent'],
  }),
  sort: OneOf(['created_at', 'updated_at', 'follow_up_at'], {
    default: 'created_at',
    description: 'With `follow_up_at`, tickets without a follow-up come last.',
  }),
  order: OneOf(['asc', 'desc'], { default: 'desc', description: 'Ties are broken by number.' }),
  customer_id: parameter(IsUuidText(), { format: 'uuid' }),
  customer_email: parameter(IsEmailAddress(), {
    format: 'idn-email',
    description: 'Any address of the customer.',
  }),
  assignee_id: parameter(IsUuidText(), { format: 'uuid' }),
  assignee_email: parameter(IsEmailAddress(), {
    format: 'idn-email',
    description: 'Address of a present or removed team member.',
  }),
  group: parameter(IsText(), { description: 'Name of a group.', example: 'Support' }),
  category: parameter(IsText(), {
    description: 'Name of a category. `None` lists tickets without a category.',
    example: 'Billing',
  }),
  tag: parameter(IsText({ blank: 'refused' }), {
    description: 'A tag, compared without regard to case.',
    example: 'refund',
  }),
  external_id: parameter(IsText({ blank: 'refused' }), { example: 'CP-1234' }),
  source: parameter(IsText({ blank: 'refused' }), { example: 'concierge_plus' }),
  channel: parameter(IsText({ blank: 'refused' }), {
    description: 'Where the tickets came from. Tickets from before this filter have `import` or `api`.',
    example: 'api',
  }),
  field_name: parameter(IsText(), {
    description: 'Name of an active field. Needs `field_value`.',
    example: 'Country',
  }),
  field_value: parameter(IsText(), {
    description: 'The value that the field must have. For a `multi_option` field, one of its labels.',
    example: 'India',
  }),
  range_type: OneOf(RANGE_TYPES, {
    description:
      'When the tickets were created: days in the time zone of the workspace, as in reports. Today is the last day of `last_7_days` and its ' +
      'like; `last_24_hours` ends now. `custom` needs `start_date` and `end_date`.',
  }),
  start_date: parameter(IsCalendarDay(), {
    format: 'date',
    description: 'First day, inclusive. Only with `range_type=custom`.',
  }),
  end_date: parameter(IsCalendarDay(), {
    format: 'date',
    description: 'Last day, inclusive. Only with `range_type=custom`.',
  }),
  follow_up: OneOf(['due', 'future', 'none'], {
    description: 'Whether the follow-up of the tickets has passed, is still to come, or there is none.',
  }),
  overdue: OneOf(['true', 'false'], {
    description:
      'Whether `resolution_due_date` has passed. A ticket that is done or merged is not overdue, and neither is one without the date.',
  }),
  updated_after: parameter(IsDateTime(), {
    format: 'date-time',
    description:
      'ISO 8601 date-time with an offset. Lists tickets that were changed after it. A change that takes long to be kept may be missed.',
    example: '2026-01-31T09:30:00Z',
  }),
};

/** Takes the filters and the order of a list. */
export class ListTicketsQuery extends (PageQuery as Type<PageQuery & TicketQuery>) {}

for (const [name, describe] of Object.entries(PARAMETERS)) describe(ListTicketsQuery.prototype, name);

const NO_FILTERS: readonly string[] = ['sort', 'order'];

/** Reads `q`, which can have each filter of the list. */
export const SEARCH_LANGUAGE = new SearchLanguage([
  'subject',
  ...Object.keys(PARAMETERS).filter((name) => !NO_FILTERS.includes(name)),
]);

const SEARCH_EXAMPLES = [
  'invoice twice',
  '"dark mode" -payments',
  'payments status:open assignee_email:oliver@acme.example',
  'subject:login -priority:high',
  'feat* category:"Feature request"',
];

/** Takes a search beside the filters [rule 22]. The generator puts the examples of a parameter where only named examples are allowed. */
export class SearchTicketsQuery extends ListTicketsQuery {
  @Optional({
    type: String,
    schema: { maxLength: MAX_SEARCH_LENGTH, examples: SEARCH_EXAMPLES },
    description:
      'Words, which the subject, the description or any comment must have, without regard to case and accents. `"a phrase"`, `-word`, ' +
      '`word*`, `subject:word`; and every filter of this list as `name:value`, `name:"a value"` or `-name:value`. All else is a word. ' +
      `At most ${MAX_TERMS} of them. The last word finds longer ones, too, from three letters on. A key without \`comments:read\` searches ` +
      'subjects and descriptions only.',
  } as object)
  @CheckedBy('isSearch', (value) => SEARCH_LANGUAGE.check(value))
  q?: string;

  @SomeOf(['matches'], {
    description: '`matches` shows where the words of `q` stand in each ticket.',
    example: ['matches'],
  })
  include?: string | string[];
}

const INCLUDES = ['url', ...ON_REQUEST.map(({ include }) => include), 'merged', 'comments'] as const;

/** Names a part of a ticket that is shown only when a reader asks for it [rule 11]. */
export type Include = (typeof INCLUDES)[number];

export class GetTicketQuery {
  @SomeOf(INCLUDES, {
    description:
      'What the ticket has besides, separated by commas. With `merged` or `participants`, and with `comments` or `follow_up` that may have changed alone, it is shown whole, also to a reader with `If-None-Match`.',
  })
  include?: string | string[];
}

export class ExportTicketsQuery {
  @SomeOf(['comments'], {
    description: '`comments` adds the comments of each ticket, notes too.',
    example: ['comments'],
  })
  include?: string | string[];
}

export function includesOf({ include }: GetTicketQuery): readonly Include[] {
  return include === undefined ? [] : (namesOf(include) as Include[]);
}
