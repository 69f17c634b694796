import { readFieldValue, type FieldDefinition } from '../fields/field-values.rules.js';
import { hasOptions } from '../fields/field.kinds.js';
import type { CustomerId, OptionId, TeamMemberId } from '../kernel/ids.js';
import { definedOnly } from '../kernel/objects.js';
import type { Problems } from '../kernel/problems.js';
import { foldCase } from '../kernel/text.js';
import { topCategory } from './category.rules.js';
import type { TicketFilter, TicketQuery } from './ticket.filter.js';
import type { TicketVocabulary, VocabularyRequest } from './ticket-vocabulary.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const ROLLING_DAYS = { last_24_hours: 1, last_7_days: 7, last_30_days: 30 } as const;

/** The names that a query needs to look up; null when it uses none. */
export function namesIn(query: TicketQuery): VocabularyRequest | null {
  const { statuses, group, category, fieldName } = query;
  if (statuses === undefined && group === undefined && category === undefined && fieldName === undefined)
    return null;
  return {
    statuses: statuses ?? [],
    groups: group === undefined ? [] : [group],
    fields: fieldName === undefined ? [] : [fieldName],
    categories: category !== undefined,
    removedOptions: true,
  };
}

/**
 * The conditions of a query. A value that cannot exist is a problem; one that merely matches nothing is not (decisions,
 * section 4).
 */
export function filterOf(
  query: TicketQuery,
  vocabulary: TicketVocabulary,
  now: Date,
  problems: Problems,
): TicketFilter {
  return definedOnly({
    statusIds: query.statuses?.flatMap(
      (name) =>
        known(vocabulary.statuses.get(name), 'status', `${name} is not the name of a status`, problems) ?? [],
    ),
    priorities: query.priorities,
    customerId: query.customerId as CustomerId | undefined,
    customerEmailKey: query.customerEmail === undefined ? undefined : foldCase(query.customerEmail),
    assigneeId: query.assigneeId as TeamMemberId | undefined,
    assigneeEmailKey: query.assigneeEmail === undefined ? undefined : foldCase(query.assigneeEmail),
    groupId:
      query.group === undefined
        ? undefined
        : known(vocabulary.groups.get(query.group), 'group', 'is not the name of a group', problems),
    categoryId:
      query.category === undefined
        ? undefined
        : known(
            topCategory(query.category, vocabulary.categories),
            'category',
            'is not the name of a category',
            problems,
          ),
    tag: query.tag,
    externalId: query.externalId,
    source: query.source,
    fieldValue: fieldValueOf(query, vocabulary, problems),
    ...createdRange(query, now, problems),
  });
}

function known<Id>(id: Id | undefined, path: string, message: string, problems: Problems): Id | undefined {
  if (id === undefined) problems.add(path, message);
  return id;
}

function fieldValueOf(
  { fieldName, fieldValue }: TicketQuery,
  { fields }: TicketVocabulary,
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
  const field = known(
    fields.get(fieldName),
    'field_name',
    'is not the name of an active ticket field',
    problems,
  );
  const read = field && readFieldValue(field, fieldValue);
  if (read && 'problem' in read) problems.add('field_value', read.problem);
  if (!field || !read || !('value' in read) || read.value === null) return undefined;
  return {
    fieldId: field.id,
    values: hasOptions(field.kind) ? optionsShownAs(fieldValue, field) : [read.value],
  };
}

/** A label may have been removed and added again: tickets of both times show it. */
function optionsShownAs(label: string, { options }: FieldDefinition): OptionId[] {
  return options.filter((option) => option.label === label).map(({ id }) => id);
}

function createdRange(
  { range, startDate, endDate }: TicketQuery,
  now: Date,
  problems: Problems,
): Pick<TicketFilter, 'createdFrom' | 'createdBefore'> {
  if (range !== 'custom') {
    if (startDate !== undefined) problems.add('start_date', 'needs range_type=custom');
    if (endDate !== undefined) problems.add('end_date', 'needs range_type=custom');
    return range === undefined ? {} : { createdFrom: new Date(now.getTime() - ROLLING_DAYS[range] * DAY_MS) };
  }
  if (startDate === undefined) problems.add('start_date', 'is needed with range_type=custom');
  if (endDate === undefined) problems.add('end_date', 'is needed with range_type=custom');
  if (startDate === undefined || endDate === undefined) return {};
  if (endDate < startDate) problems.add('end_date', 'must not be before start_date');
  return { createdFrom: startOf(startDate), createdBefore: new Date(startOf(endDate).getTime() + DAY_MS) };
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
