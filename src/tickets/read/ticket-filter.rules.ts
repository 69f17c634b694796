import { unknownAmong } from '../../vocabulary/known-names.rules.js';
import { readFieldValue, type StoredValue } from '../../fields/field-values.rules.js';
import { hasOptions } from '../../fields/field.kinds.js';
import type { KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import type { CategoryId, CustomerId, FieldId, GroupId, StatusId, TeamMemberId } from '../../kernel/ids.js';
import { definedOnly } from '../../kernel/objects.js';
import { readCustomDays } from '../../kernel/day-range.rules.js';
import type { Problems } from '../../kernel/errors.js';
import { foldEmail, namesOf } from '../../kernel/text.js';
import { topCategory, unknownCategory } from '../rules/category.rules.js';
import type { TicketPriority } from '../rules/ticket-properties.js';

/** Asks for a list in the right shape. Absent means no condition. */
export interface TicketQuery {
  readonly status?: string | string[];
  readonly priority?: string | string[];
  readonly customer_id?: string;
  readonly customer_email?: string;
  readonly assignee_id?: string;
  readonly assignee_email?: string;
  readonly group?: string;
  readonly category?: string;
  readonly tag?: string;
  readonly external_id?: string;
  readonly source?: string;
  readonly channel?: string;
  readonly field_name?: string;
  readonly field_value?: string;
  readonly range_type?: 'last_24_hours' | 'last_7_days' | 'last_30_days' | 'custom';
  /** Both calendar days in UTC are inclusive. */
  readonly start_date?: string;
  readonly end_date?: string;
  /** This date-time with an offset is exclusive. */
  readonly updated_after?: string;
  readonly sort?: 'created_at' | 'updated_at';
  readonly order?: 'asc' | 'desc';
}

/** The number breaks ties, in the same direction [rule 4]. */
export interface TicketOrder {
  readonly by: 'createdAt' | 'updatedAt';
  readonly direction: 'asc' | 'desc';
}

/** All conditions must hold. They have ids instead of names. */
export interface TicketFilter {
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
  readonly externalId?: string;
  readonly source?: string;
  readonly channel?: string;
  /** The field has one of the values. There are several only when a label was removed and added again. */
  readonly fieldValue?: { readonly fieldId: FieldId; readonly values: readonly StoredValue[] };
  readonly createdFrom?: Date;
  readonly createdBefore?: Date;
  readonly updatedAfter?: Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const ROLLING_DAYS = { last_24_hours: 1, last_7_days: 7, last_30_days: 30 } as const;

export function orderOf({ sort, order }: TicketQuery): TicketOrder {
  return { by: sort === 'updated_at' ? 'updatedAt' : 'createdAt', direction: order ?? 'desc' };
}

export function usesNames({ status, group, category, field_name: fieldName }: TicketQuery): boolean {
  return [status, group, category, fieldName].some((name) => name !== undefined);
}

export type FilterNames = Pick<KnownVocabulary, 'statuses' | 'groups' | 'categories' | 'activeFields'>;

/** Reads the conditions of a query. A value that cannot exist is a problem; one that no ticket has is not [rule 4]. */
export function filterOf(
  query: TicketQuery,
  names: FilterNames,
  now: Date,
  problems: Problems,
): TicketFilter {
  const { priority } = query;
  return definedOnly({
    ...namedIn(query, names, problems),
    priorities: priority === undefined ? undefined : (namesOf(priority) as TicketPriority[]),
    customerId: query.customer_id as CustomerId | undefined,
    customerEmailKey: folded(query.customer_email),
    assigneeId: query.assignee_id as TeamMemberId | undefined,
    assigneeEmailKey: folded(query.assignee_email),
    tag: query.tag?.trim(),
    externalId: query.external_id,
    source: query.source,
    channel: query.channel,
    updatedAfter: query.updated_after === undefined ? undefined : new Date(query.updated_after),
    fieldValue: fieldValueOf(query, names, problems),
    ...createdRange(query, now, problems),
  });
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
  const statusNamed = (name: string): StatusId | undefined =>
    known(statuses.get(name), 'status', () =>
      unknownAmong(`${name} is not the name of a status`, statuses.keys()),
    );
  return definedOnly({
    statusIds: status === undefined ? undefined : namesOf(status).flatMap((name) => statusNamed(name) ?? []),
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
    problems.add(
      fieldName === undefined ? 'field_name' : 'field_value',
      'is needed: field_name and field_value go together',
    );
    return undefined;
  }
  const field = activeFields.get(fieldName);
  if (!field) {
    problems.add('field_name', 'is not the name of an active ticket field');
    return undefined;
  }
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
  now: Date,
  problems: Problems,
): Pick<TicketFilter, 'createdFrom' | 'createdBefore'> {
  const days = readCustomDays(query, problems);
  const { range_type: range } = query;
  if (range !== undefined && range !== 'custom')
    return { createdFrom: new Date(now.getTime() - ROLLING_DAYS[range] * DAY_MS) };
  if (days === null) return {};
  const [first, last] = days;
  return { createdFrom: startOf(first), createdBefore: new Date(startOf(last).getTime() + DAY_MS) };
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
