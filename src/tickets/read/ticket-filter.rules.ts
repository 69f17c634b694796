import { unknownAmong } from '../../vocabulary/known-names.rules.js';
import { readFieldValue, type StoredValue } from '../../fields/field-values.rules.js';
import { hasOptions } from '../../fields/field.kinds.js';
import type { KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import type { CategoryId, CustomerId, FieldId, GroupId, StatusId, TeamMemberId } from '../../kernel/ids.js';
import { definedOnly } from '../../kernel/objects.js';
import {
  addDays,
  DAY_MS,
  readCustomDays,
  recentDays,
  type LocalClock,
  type RangeType,
} from '../../kernel/time/day-range.rules.js';
import type { Problems } from '../../kernel/errors.js';
import { foldEmail, namesOf } from '../../kernel/text.js';
import { topCategory, unknownCategory } from '../rules/category.rules.js';
import {
  PROPERTY_FILTERS,
  type PropertyFilter,
  type PropertyQuery,
} from '../rules/properties/queried-properties.js';
import { PRIORITIES, type TicketPriority } from '../rules/properties/stored-ticket.js';
import type { VisibleTo } from './visible-tickets.sql.js';

/** A request for a list, whose shape was checked. An absent property means no condition. */
export interface TicketQuery extends PropertyQuery {
  readonly status?: string | string[];
  readonly priority?: string | string[];
  readonly customer_id?: string;
  readonly customer_email?: string;
  readonly assignee_id?: string;
  readonly assignee_email?: string;
  readonly group?: string;
  readonly category?: string;
  readonly tag?: string;
  readonly field_name?: string;
  readonly field_value?: string;
  readonly range_type?: RangeType;
  /** Both calendar days in the time zone of the workspace are inclusive. */
  readonly start_date?: string;
  readonly end_date?: string;
  /** This date-time with an offset is exclusive. */
  readonly updated_after?: string;
  /** `due`: the date of the follow-up has passed; `none`: the ticket has none. */
  readonly follow_up?: 'due' | 'future' | 'none';
  /** `true`: the date by which it was to be resolved has passed, and it is neither done nor merged. */
  readonly overdue?: 'true' | 'false';
  readonly sort?: 'created_at' | 'updated_at' | 'follow_up_at';
  readonly order?: 'asc' | 'desc';
}

/** The number breaks ties, in the same direction [rule 4]. */
export interface TicketOrder {
  readonly by: 'createdAt' | 'updatedAt' | 'followUpAt';
  readonly direction: 'asc' | 'desc';
}

/** The moment at which a calendar day begins in a time zone. PostgreSQL finds it, as it does for reports. */
export interface DayStart {
  /** As PostgreSQL writes it; `-infinity` before and `infinity` after all days that can be written. */
  readonly day: string;
  readonly timeZone: string;
}

/** All conditions must hold. They have ids instead of names. */
export interface TicketFilter extends PropertyFilter {
  readonly statusIds?: readonly StatusId[];
  readonly priorities?: readonly TicketPriority[];
  readonly customerId?: CustomerId;
  readonly customerEmailKey?: string;
  readonly assigneeId?: TeamMemberId;
  readonly assigneeEmailKey?: string;
  readonly groupId?: GroupId;
  /** Null is the category `None`. */
  readonly categoryId?: CategoryId | null;
  readonly tag?: string;
  /** The field has one of the values. There are several only when a label was removed and added again. */
  readonly fieldValue?: { readonly fieldId: FieldId; readonly values: readonly StoredValue[] };
  readonly createdFrom?: Date | DayStart;
  readonly createdBefore?: DayStart;
  readonly updatedAfter?: Date;
  /** `now` is the desk's now [rule 31]. */
  readonly followUp?: { readonly is: NonNullable<TicketQuery['follow_up']>; readonly now: Date };
  readonly overdue?: { readonly is: boolean; readonly now: Date };
  /** Only tickets that this customer may see. */
  readonly visibleTo?: VisibleTo;
}

const SORTED_BY = {
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  follow_up_at: 'followUpAt',
} as const satisfies Readonly<Record<NonNullable<TicketQuery['sort']>, TicketOrder['by']>>;

export function orderOf({ sort = 'created_at', order = 'desc' }: TicketQuery): TicketOrder {
  return { by: SORTED_BY[sort], direction: order };
}

export function usesNames({ status, group, category, field_name: fieldName }: TicketQuery): boolean {
  return [status, group, category, fieldName].some((name) => name !== undefined);
}

/** The time of a workspace, and its zone. */
export interface ListClock extends LocalClock {
  readonly timeZone: string;
}

/** Tells the time for a query that asks for no calendar days. */
export function utcClock(now = new Date()): ListClock {
  return { now, today: now.toISOString().slice(0, 10), timeZone: 'UTC' };
}

/** Tells whether a query asks for calendar days of the workspace. */
export function usesDays({ range_type: range }: TicketQuery): boolean {
  return range !== undefined && range !== 'last_24_hours' && range !== 'all_time';
}

export type FilterNames = Pick<KnownVocabulary, 'statuses' | 'groups' | 'categories' | 'activeFields'>;

/**
 * Reads the conditions of a query. A value that cannot exist is a problem; one that no ticket has is not [rule 4]. Follow-ups and overdue
 * tickets go by `deskNow`.
 */
export function filterOf(
  query: TicketQuery,
  names: FilterNames,
  clock: ListClock,
  problems: Problems,
  deskNow = clock.now,
): TicketFilter {
  const { priority, follow_up: followUp, overdue } = query;
  return definedOnly({
    ...namedIn(query, names, problems),
    priorities: priority === undefined ? undefined : prioritiesIn(namesOf(priority)),
    customerId: query.customer_id as CustomerId | undefined,
    customerEmailKey: folded(query.customer_email),
    assigneeId: query.assignee_id as TeamMemberId | undefined,
    assigneeEmailKey: folded(query.assignee_email),
    tag: query.tag?.trim(),
    ...Object.fromEntries(PROPERTY_FILTERS.map(({ name, column }) => [column.key, query[name]])),
    updatedAfter: query.updated_after === undefined ? undefined : new Date(query.updated_after),
    followUp: followUp && { is: followUp, now: deskNow },
    overdue: overdue && { is: overdue === 'true', now: deskNow },
    fieldValue: fieldValueOf(query, names, problems),
    ...createdRange(query, clock, problems),
  });
}

function prioritiesIn(names: readonly string[]): TicketPriority[] {
  return PRIORITIES.filter((priority) => names.includes(priority));
}

/** Finds the statuses of some names, of which one at least must be known [rule 29]. */
function statusesIn(
  names: readonly string[],
  { statuses }: Pick<FilterNames, 'statuses'>,
  problems: Problems,
): StatusId[] {
  const ids = names.flatMap((name) => statuses.get(name) ?? []);
  if (ids.length === 0)
    for (const name of names)
      problems.add('status', unknownAmong(`${name} is not the name of a status`, statuses.keys()));
  return ids;
}

function namedIn(
  { status, group, category }: TicketQuery,
  { statuses, groups, categories }: FilterNames,
  problems: Problems,
): Partial<Pick<TicketFilter, 'statusIds' | 'groupId' | 'categoryId'>> {
  const known = <Id>(id: Id | undefined, path: string, message: () => string): Id | undefined => {
    if (id === undefined) problems.add(path, message());
    return id;
  };
  return definedOnly({
    statusIds: status === undefined ? undefined : statusesIn(namesOf(status), { statuses }, problems),
    groupId:
      group === undefined
        ? undefined
        : known(groups.get(group), 'group', () => unknownAmong('is not the name of a group', groups.keys())),
    categoryId:
      category === undefined
        ? undefined
        : known(topCategory(category, categories), 'category', () => unknownCategory(categories)),
  });
}

function folded(address: string | undefined): string | undefined {
  return address === undefined ? undefined : foldEmail(address);
}

function fieldValueOf(
  { field_name: fieldName, field_value: fieldValue }: TicketQuery,
  { activeFields }: FilterNames,
  problems: Problems,
): TicketFilter['fieldValue'] {
  if (fieldName === undefined && fieldValue === undefined) return undefined;
  if (fieldName === undefined || fieldValue === undefined) {
    const missing = fieldName === undefined ? 'field_name' : 'field_value';
    if (!problems.has(missing)) problems.add(missing, 'is needed: field_name and field_value go together');
  }
  const field = fieldName === undefined ? undefined : activeFields.get(fieldName);
  if (fieldName !== undefined && !field)
    problems.add('field_name', 'is not the name of an active ticket field');
  if (!field || fieldValue === undefined) return undefined;
  const options = [...field.allOptions.values()];
  const read = readFieldValue({ ...field, options }, fieldValue);
  if ('problem' in read) problems.add('field_value', read.problem);
  if ('problem' in read || read.value === null) return undefined;
  if (!hasOptions(field.kind)) return { fieldId: field.id, values: [read.value] };
  // A label that was removed and added again names several options: tickets of both times show it.
  const chosen = options.filter(({ label }) => label === fieldValue);
  return { fieldId: field.id, values: chosen.map(({ id }) => id) };
}

function createdRange(
  query: TicketQuery,
  { now, today, timeZone }: ListClock,
  problems: Problems,
): Pick<TicketFilter, 'createdFrom' | 'createdBefore'> {
  const { range_type: range } = query;
  const custom = readCustomDays(query, problems);
  if (range === 'last_24_hours') return { createdFrom: new Date(now.getTime() - DAY_MS) };
  if (range === undefined || range === 'all_time') return {};
  const days = range === 'custom' ? custom : recentDays(range, today);
  if (days === null) return {};
  const [first, last] = days;
  const end = last >= LAST_DAY ? 'infinity' : addDays(last, 1);
  return {
    createdFrom: { day: first < FIRST_DAY ? '-infinity' : first, timeZone },
    createdBefore: { day: end < FIRST_DAY ? '-infinity' : end, timeZone },
  };
}

/** The days that PostgreSQL and JavaScript write alike. */
const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31'];
