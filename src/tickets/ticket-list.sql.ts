import {
  composedTenantStatement,
  plannedEachTime,
  plannedOnce,
  type Statement,
} from '../tenancy/statement.js';
import { MAX_PAGE_SIZE } from '../kernel/page.js';
import type { StatusId } from '../kernel/ids.js';
import { COLUMNS_BUT_FIELDS, JOINS } from './ticket.sql.js';
import { countedPage } from './ticket-page.sql.js';
import type { TicketFilter, TicketOrder } from './ticket.filter.js';

export interface ListStatement {
  readonly statement: Statement;
  /** What comes between the workspace and the page's size and offset. */
  readonly values: readonly unknown[];
}

/**
 * A page of tickets and, in every row, how many there are in all; one row with a null id when the page is empty. The first row
 * has what the values of all of them stand for (`PageNames`). Behind the values come how many tickets a page holds and how
 * many are before it.
 */
export function listStatement(filter: TicketFilter, order: TicketOrder): ListStatement {
  const statusIds = countedStatuses(filter, order);
  return statusIds === null ? plainList(filter, order) : countedList(statusIds, order);
}

/** The statuses of a list that is counted in chunks, none for all of them; null for any other list. */
function countedStatuses({ statusIds, ...others }: TicketFilter, { by }: TicketOrder): StatusId[] | null {
  return by === 'createdAt' && Object.keys(others).length === 0 ? [...new Set(statusIds)] : null;
}

function countedList(statusIds: readonly StatusId[], { direction }: TicketOrder): ListStatement {
  const form = `${statusIds.length} ${direction}`;
  const statement = countedStatements.get(form) ?? countedStatement(statusIds.length, direction);
  countedStatements.set(form, statement);
  return { statement, values: statusIds };
}

/** By the number of statuses and the direction, so that each is put together and named once. */
const countedStatements = new Map<string, Statement>();

function countedStatement(statuses: number, direction: TicketOrder['direction']): Statement {
  return plannedOnce(
    composedTenantStatement(
      'tickets.list_counted',
      `WITH ${countedPage(statuses, direction)}, page AS MATERIALIZED (
         SELECT t.* FROM (SELECT number FROM slice LIMIT ${MAX_PAGE_SIZE}) place
         JOIN tickets t ON t.workspace_id = $1 AND t.number = place.number), ${USED_NAMES}
       SELECT total.tickets AS "totalRecords", waiting.rows AS "waitingChanges", ${SHOWN_COLUMNS}
       FROM total CROSS JOIN waiting LEFT JOIN ${shownPage(sortedBy('created_at', direction))} ON true`,
    ),
  );
}

/**
 * Any other list counts all that it holds and skips what is before the page. What is few of one value can be a quarter of all
 * tickets of another, so it is planned for its values.
 */
function plainList(filter: TicketFilter, order: TicketOrder): ListStatement {
  const { conditions, values } = conditionsOf(filter);
  const where = ['t.workspace_id = $1', ...conditions.map((condition) => condition.text)].join(' AND ');
  const [first] = conditions;
  const counted =
    (conditions.length === 1 && first?.counted) ||
    `SELECT count(*)::int AS count FROM tickets t WHERE ${where}`;
  const sorted = sortedBy(order.by === 'createdAt' ? 'created_at' : 'updated_at', order.direction);
  const statement = plannedEachTime(
    composedTenantStatement(
      'tickets.list',
      `WITH page AS MATERIALIZED (SELECT * FROM (
       SELECT * FROM tickets t WHERE ${where} ${sorted} LIMIT $${values.length + 2} OFFSET $${values.length + 3}
     ) t LIMIT ${MAX_PAGE_SIZE}), ${USED_NAMES}
     SELECT total.count AS "totalRecords", ${SHOWN_COLUMNS}
     FROM (${counted}) total LEFT JOIN ${shownPage(sorted)} ON true`,
    ),
  );
  return { statement, values };
}

/**
 * What the values of the tickets of `page` stand for, looked up once for all of them: the fields by what the tickets have, not
 * by what the workspace defines (OFFSET 0 keeps the planner to that), and the options, of which a removed one keeps its label.
 */
const USED_NAMES = `
  used_fields AS MATERIALIZED (
    SELECT field.* FROM (SELECT DISTINCT jsonb_object_keys(field_values) AS id FROM page) used
    CROSS JOIN LATERAL (
      SELECT f.id, f.name, f.kind, f.display_order, f.created_at FROM ticket_fields f
      WHERE f.workspace_id = $1 AND f.id = used.id::uuid AND f.state = 'active' OFFSET 0) field),
  used_options AS (
    SELECT option.* FROM (
      SELECT DISTINCT chosen.id FROM page CROSS JOIN used_fields field
      CROSS JOIN LATERAL jsonb_array_elements_text(CASE field.kind
        WHEN 'single_option' THEN jsonb_build_array(page.field_values -> field.id::text)
        WHEN 'multi_option' THEN page.field_values -> field.id::text END) AS chosen (id)) used
    CROSS JOIN LATERAL (
      SELECT o.id, o.label, o.display_order FROM ticket_field_options o
      WHERE o.workspace_id = $1 AND o.id = used.id::uuid OFFSET 0) option)`;

const SHOWN_COLUMNS = `shown.*, CASE WHEN shown.place = 1 THEN jsonb_build_object(
  'fields', (SELECT jsonb_agg(jsonb_build_array(id, name, kind) ORDER BY display_order, created_at, id) FROM used_fields),
  'options', (SELECT jsonb_agg(jsonb_build_array(id, label) ORDER BY display_order, id) FROM used_options)) END AS names`;

function shownPage(sorted: string): string {
  return `LATERAL (
    SELECT row_number() OVER (${sorted})::int AS place, ${COLUMNS_BUT_FIELDS}, t.field_values AS fields
    FROM page t ${JOINS} ${sorted}) shown`;
}

function sortedBy(column: string, direction: TicketOrder['direction']): string {
  const suffix = direction === 'asc' ? 'ASC' : 'DESC';
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
  /** How many tickets meet this condition, when that can be counted without them. */
  readonly counted?: string;
}

type MakeCondition = (wanted: unknown, parameter: (value: unknown) => string) => string | Condition;

/** Tickets that the rows of a search table name; `isOnce` says that each is named once at the most. */
const found = (rows: string, isOnce: boolean): Condition => ({
  text: `t.id IN (SELECT i.ticket_id FROM ${rows})`,
  counted: `SELECT count(${isOnce ? '*' : 'DISTINCT i.ticket_id'})::int AS count FROM ${rows}`,
});

const equals =
  (column: string): MakeCondition =>
  (wanted, parameter) =>
    wanted === null ? `t.${column} IS NULL` : `t.${column} = ${parameter(wanted)}`;

/** One condition per filter, in a fixed order, so that the same filters always make the same statement. */
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
  fieldValue: (wanted, parameter) => {
    const { fieldId, values } = wanted as NonNullable<TicketFilter['fieldValue']>;
    const keys = values.map((value) => `ticket_value_key(${parameter(JSON.stringify(value))}::jsonb)`);
    const rows = `ticket_value_index i WHERE i.workspace_id = $1 AND i.field_id = ${parameter(fieldId)} AND i.value_key IN (${keys.join(', ') || 'NULL'})`;
    return found(rows, keys.length === 1);
  },
  createdFrom: (from, parameter) => `t.created_at >= ${parameter(from)}`,
  createdBefore: (before, parameter) => `t.created_at < ${parameter(before)}`,
};
