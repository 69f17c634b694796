import { snakeCase } from '../../kernel/text.js';
import { DONE_STATUSES } from '../../vocabulary/vocabulary.rules.js';
import { PROPERTY_FILTERS, type PropertyFilter } from '../rules/properties/queried-properties.js';
import type { DayStart, TicketFilter } from './ticket-filter.rules.js';
import { IS_VISIBLE, theirTickets } from './visible-tickets.sql.js';
import type { TicketConditions } from './ticket-search.rules.js';

export const memberOf = (emailKey: string): string =>
  `(SELECT m.id FROM team_members m WHERE m.workspace_id = $1 AND m.email_key = ${emailKey})`;

/** Collects the values of a statement. The workspace is `$1`, and they follow it. */
export class StatementValues {
  readonly list: unknown[] = [];

  /** Adds a value and names its parameter. */
  readonly add = (value: unknown): string => `$${this.list.push(value) + 1}`;

  /** Names the parameter that comes `behind` the values. */
  next(behind = 1): string {
    return `$${this.list.length + 1 + behind}`;
  }
}

/** Makes the conditions of a filter. All of them must hold. */
export function conditionsOf(filter: TicketFilter, { add }: StatementValues): Condition[] {
  return Object.entries(CONDITIONS).flatMap(([name, condition]) => {
    const wanted = filter[name as keyof TicketFilter];
    if (wanted === undefined) return [];
    const made = condition(wanted, add);
    return [typeof made === 'string' ? { text: made } : made];
  });
}

/** Makes the conditions of all filters: of those that tickets must meet, and of those that they must not meet. */
export function allConditionsOf(
  { filter, also, opposites }: TicketConditions,
  values: StatementValues,
): Condition[] {
  return [
    ...[filter, ...also].flatMap((each) => conditionsOf(each, values)),
    ...opposites.map((each) => ({ text: opposite(conditionsOf(each, values)) })),
  ];
}

/** A condition that is not known to hold, such as one of an absent value, does not hold. The opposite of no condition matches nothing. */
const opposite = (conditions: readonly Condition[]): string =>
  `(${conditions.length === 0 ? 'true' : conditions.map(({ text }) => text).join(' AND ')}) IS NOT TRUE`;

interface Condition {
  readonly text: string;
  /** Counts the tickets that meet this condition, when that is possible without reading tickets. */
  readonly counted?: string;
  /** A part of WITH that the text needs. The tickets that it finds are few enough to be listed as a whole. */
  readonly part?: string;
}

type MakeCondition = (wanted: unknown, parameter: (value: unknown) => string) => string | Condition;

/** Finds tickets by the rows of a search table. */
const found = (rows: string): string => `t.id IN (SELECT i.ticket_id FROM ${rows})`;

const equals =
  (column: string): MakeCondition =>
  (wanted, parameter) =>
    wanted === null ? `t.${column} IS NULL` : `t.${column} = ${parameter(wanted)}`;

/** A ticket that the date at `now` has passed for. */
const overdue = (now: string): string => `t.resolution_due_at <= ${now} AND t.merged_into_id IS NULL
  AND t.status_id NOT IN (
    SELECT s.id FROM ticket_statuses s WHERE s.workspace_id = $1 AND s.name IN ('${DONE_STATUSES.join("', '")}'))`;
/**
 * SQL for a moment, or for the first one of a day in a zone. Midnight comes twice, or never, where clocks are changed at that time: the
 * moment after the day before tells which one begins the day.
 */
function momentOf(moment: Date | DayStart, parameter: (value: unknown) => string): string {
  if (moment instanceof Date) return parameter(moment);
  const [day, zone] = [`${parameter(moment.day)}::date::timestamp`, parameter(moment.timeZone)];
  const tick = "interval '1 microsecond'";
  return `least(${day} AT TIME ZONE ${zone}, (${day} - ${tick}) AT TIME ZONE ${zone} + ${tick})`;
}

/** Makes one condition for each filter. The order is fixed, so that the same filters always make the same statement. */
const CONDITIONS: Readonly<Record<keyof TicketFilter, MakeCondition>> = {
  statusIds: (ids, parameter) => `t.status_id = ANY (${parameter(ids)}::uuid[])`,
  priorities: (names, parameter) => `t.priority = ANY (${parameter(names)}::text[])`,
  customerId: equals('customer_id'),
  customerEmailKey: (key, parameter) =>
    `t.customer_id = (SELECT e.customer_id FROM customer_emails e WHERE e.workspace_id = $1 AND e.email_key = ${parameter(key)})`,
  assigneeId: equals('assignee_id'),
  assigneeEmailKey: (key, parameter) => `t.assignee_id = ${memberOf(parameter(key))}`,
  groupId: equals('group_id'),
  categoryId: equals('category_id'),
  tag: (tag, parameter) =>
    found(`ticket_tag_index i WHERE i.workspace_id = $1 AND i.tag_key = ticket_tag_key(${parameter(tag)})`),
  ...ofProperties(),
  fieldValue: (wanted, parameter) => {
    const { fieldId, values } = wanted as NonNullable<TicketFilter['fieldValue']>;
    const keys = values.map((value) => `ticket_value_key(${parameter(JSON.stringify(value))}::jsonb)`);
    const rows = `ticket_value_index i WHERE i.workspace_id = $1 AND i.field_id = ${parameter(fieldId)} AND i.value_key IN (${keys.join(', ') || 'NULL'})`;
    // A ticket is in one row of a value.
    const each = keys.length === 1 ? '*' : 'DISTINCT i.ticket_id';
    return { text: found(rows), counted: `SELECT count(${each})::int AS tickets FROM ${rows}` };
  },
  createdFrom: (from, parameter) => `t.created_at >= ${momentOf(from as Date | DayStart, parameter)}`,
  createdBefore: (before, parameter) => `t.created_at < ${momentOf(before as DayStart, parameter)}`,
  followUp: (wanted, parameter) => {
    const { is, now } = wanted as NonNullable<TicketFilter['followUp']>;
    return is === 'none'
      ? 't.follow_up_at IS NULL'
      : `t.follow_up_at ${is === 'due' ? '<=' : '>'} ${parameter(now)}`;
  },
  overdue: (wanted, parameter) => {
    const { is, now } = wanted as NonNullable<TicketFilter['overdue']>;
    return is ? overdue(parameter(now)) : `(${overdue(parameter(now))}) IS NOT TRUE`;
  },
  updatedAfter: (after, parameter) => `t.updated_at > ${parameter(after)}`,
  visibleTo: (wanted, parameter) => {
    const { customerId, seesCompany } = wanted as NonNullable<TicketFilter['visibleTo']>;
    return { text: IS_VISIBLE, part: theirTickets(parameter(customerId), parameter(seesCompany)) };
  },
};

function ofProperties(): Record<keyof PropertyFilter, MakeCondition> {
  const conditions = PROPERTY_FILTERS.map(({ column: { key } }) => [key, equals(snakeCase(key))] as const);
  return Object.fromEntries(conditions) as Record<keyof PropertyFilter, MakeCondition>;
}
