import {
  composedTenantStatement,
  plannedEachTime,
  plannedOnce,
  type Statement,
} from '../../platform/tenancy/statement.js';
import { offsetOf, type PageRequest } from '../../kernel/page.js';
import type { StatusId } from '../../kernel/ids.js';
import { VOCABULARY_VERSION } from '../../fields/known/known-vocabulary.sql.js';
import { PEOPLE, shownOf, WEIGHT } from './ticket.sql.js';
import {
  anyPage,
  changedPage,
  firstPage,
  MOST_BEFORE_FIRST_PAGES,
  PAGE_OF_SLICE,
  type PageParts,
} from './ticket-page.sql.js';
import type { TicketFilter, TicketOrder } from './ticket-filter.rules.js';

export interface ListStatement {
  readonly statement: Statement;
  /** The values behind the workspace, but for the last one: how many bytes of texts may come. */
  readonly values: readonly unknown[];
}

/** A page of tickets, with the total in every row; one row with a null id when the page is empty. */
export function listStatement(filter: TicketFilter, order: TicketOrder, request: PageRequest): ListStatement {
  const statusIds = countedStatuses(filter);
  const offset = offsetOf(request);
  const { statement, values } =
    statusIds === null ? plainList(filter, order) : countedList(statusIds, order, offset);
  return { statement, values: [...values, request.size, offset] };
}

/** The statuses of a list that has counts, none for all statuses; null for any other list. */
function countedStatuses({ statusIds, ...others }: TicketFilter): StatusId[] | null {
  return Object.keys(others).length === 0 ? [...new Set(statusIds)] : null;
}

function countedList(statusIds: readonly StatusId[], order: TicketOrder, offset: number): ListStatement {
  const parts = partsOf(order, offset);
  const form = `${parts.name} ${statusIds.length} ${order.direction}`;
  const statement = countedStatements.get(form) ?? countedStatement(parts, statusIds.length, order);
  countedStatements.set(form, statement);
  return { statement, values: statusIds };
}

function partsOf({ by }: TicketOrder, offset: number): PageParts {
  if (by === 'updatedAt') return changedPage;
  return offset <= MOST_BEFORE_FIRST_PAGES ? firstPage : anyPage;
}

/** By kind of page, number of statuses and direction. */
const countedStatements = new Map<string, Statement>();

/** A list sorted by the last change is planned for its values: how far it is to the page decides what is fastest. */
function countedStatement(parts: PageParts, statuses: number, order: TicketOrder): Statement {
  const planned = parts === changedPage ? plannedEachTime : plannedOnce;
  return planned(
    composedTenantStatement(
      'tickets.list_counted',
      `WITH ${parts(statuses, order.direction)}, ${WEIGHT_OF_PAGE}
       SELECT total.tickets AS "totalRecords", waiting.rows AS "waitingChanges", ${SHOWN_WEIGHT}, ${VOCABULARY_VERSION}, shown.*
       FROM total CROSS JOIN waiting CROSS JOIN weight
       LEFT JOIN ${shownPage(sortedBy(order), statuses + 4)} ON true`,
    ),
  );
}

/**
 * Any other list counts all of its tickets and skips those before the page. It is planned anew for the values of each run,
 * because one value can find few tickets and another a quarter of all.
 */
function plainList(filter: TicketFilter, order: TicketOrder): ListStatement {
  const { conditions, values } = conditionsOf(filter);
  const where = ['t.workspace_id = $1', ...conditions.map((condition) => condition.text)].join(' AND ');
  const [first] = conditions;
  const counted =
    (conditions.length === 1 && first?.counted) ||
    `SELECT count(*)::int AS count FROM tickets t WHERE ${where}`;
  const sorted = sortedBy(order);
  const statement = plannedEachTime(
    composedTenantStatement(
      'tickets.list',
      `WITH slice AS (
       SELECT t.number FROM tickets t WHERE ${where} ${sorted} LIMIT $${values.length + 2} OFFSET $${values.length + 3}
     ), ${PAGE_OF_SLICE}, ${WEIGHT_OF_PAGE}
     SELECT total.count AS "totalRecords", ${SHOWN_WEIGHT}, ${VOCABULARY_VERSION}, shown.*
     FROM (${counted}) total CROSS JOIN weight LEFT JOIN ${shownPage(sorted, values.length + 4)} ON true`,
    ),
  );
  return { statement, values };
}

/** How many bytes the texts of the page have, and those of its heaviest ticket. */
const WEIGHT_OF_PAGE = `weight AS MATERIALIZED (
       SELECT coalesce(sum(bytes), 0)::float8 AS bytes, coalesce(max(bytes), 0) AS heaviest
       FROM (SELECT ${WEIGHT} AS bytes FROM page t) each)`;

const SHOWN_WEIGHT = 'weight.bytes AS weight, weight.heaviest';

/** `most`: the position of the value that says how many bytes the texts may have. */
function shownPage(sorted: string, most: number): string {
  return `LATERAL (SELECT ${shownOf(`weight.bytes <= $${most}::float8`)} FROM page t ${PEOPLE} ${sorted}) shown`;
}

function sortedBy({ by, direction }: TicketOrder): string {
  const [column, suffix] = [
    by === 'createdAt' ? 'created_at' : 'updated_at',
    direction === 'asc' ? 'ASC' : 'DESC',
  ];
  return `ORDER BY t.${column} ${suffix}, t.number ${suffix}`;
}

function conditionsOf(filter: TicketFilter): { conditions: Condition[]; values: unknown[] } {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${values.push(value) + 1}`;
  const conditions = Object.entries(CONDITIONS).flatMap(([name, condition]) => {
    const wanted = filter[name as keyof TicketFilter];
    if (wanted === undefined) return [];
    const made = condition(wanted, parameter);
    return [typeof made === 'string' ? { text: made } : made];
  });
  return { conditions, values };
}

interface Condition {
  readonly text: string;
  /** Counts the tickets that meet this condition, when that is possible without reading tickets. */
  readonly counted?: string;
}

type MakeCondition = (wanted: unknown, parameter: (value: unknown) => string) => string | Condition;

/** Tickets in the rows of a search table. `isOnce` says that a ticket is in one row at most. */
const found = (rows: string, isOnce: boolean): Condition => ({
  text: `t.id IN (SELECT i.ticket_id FROM ${rows})`,
  counted: `SELECT count(${isOnce ? '*' : 'DISTINCT i.ticket_id'})::int AS count FROM ${rows}`,
});

const equals =
  (column: string): MakeCondition =>
  (wanted, parameter) =>
    wanted === null ? `t.${column} IS NULL` : `t.${column} = ${parameter(wanted)}`;

/** One condition for each filter. The order is fixed, so that the same filters always make the same statement. */
const CONDITIONS: Readonly<Record<keyof TicketFilter, MakeCondition>> = {
  statusIds: (ids, parameter) => `t.status_id = ANY (${parameter(ids)}::uuid[])`,
  priorities: (names, parameter) => `t.priority = ANY (${parameter(names)}::text[])`,
  customerId: equals('customer_id'),
  customerEmailKey: (key, parameter) =>
    `t.customer_id = (SELECT e.customer_id FROM customer_emails e WHERE e.workspace_id = $1 AND e.email_key = ${parameter(key)})`,
  assigneeId: equals('assignee_id'),
  assigneeEmailKey: (key, parameter) =>
    `t.assignee_id = (SELECT m.id FROM team_members m WHERE m.workspace_id = $1 AND m.email_key = ${parameter(key)})`,
  groupId: equals('group_id'),
  categoryId: equals('category_id'),
  tag: (tag, parameter) =>
    found(
      `ticket_tag_index i WHERE i.workspace_id = $1 AND i.tag_key = ticket_tag_key(${parameter(tag)})`,
      true,
    ),
  externalId: equals('external_id'),
  source: equals('source'),
  channel: equals('channel'),
  fieldValue: (wanted, parameter) => {
    const { fieldId, values } = wanted as NonNullable<TicketFilter['fieldValue']>;
    const keys = values.map((value) => `ticket_value_key(${parameter(JSON.stringify(value))}::jsonb)`);
    const rows = `ticket_value_index i WHERE i.workspace_id = $1 AND i.field_id = ${parameter(fieldId)} AND i.value_key IN (${keys.join(', ') || 'NULL'})`;
    return found(rows, keys.length === 1);
  },
  createdFrom: (from, parameter) => `t.created_at >= ${parameter(from)}`,
  createdBefore: (before, parameter) => `t.created_at < ${parameter(before)}`,
  updatedAfter: (after, parameter) => `t.updated_at > ${parameter(after)}`,
};
