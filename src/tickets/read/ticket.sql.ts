import { plannedOnce, tenantStatement, type Statement } from '../../platform/tenancy/statement.js';
import { VOCABULARY_VERSION } from '../../fields/known/known-vocabulary.sql.js';

/** Weighs the texts of `t` in bytes. PostgreSQL does so without reading them, except long field values. */
export const WEIGHT = `(octet_length(t.description) + CASE WHEN pg_column_compression(t.field_values) IS NULL
    THEN pg_column_size(t.field_values) ELSE octet_length(t.field_values::text) END)`;

/** The columns of a `TicketRow`. The texts are null unless `areWanted`. */
export const shownOf = (areWanted: string): string => `
  t.id, t.number, t.subject, CASE WHEN ${areWanted} THEN t.description END AS description, t.priority, t.status_id AS "statusId",
  t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.resolution_due_at AS "resolutionDueAt",
  t.external_id AS "externalId", t.source, t.category_id AS "categoryId",
  t.sub_category_one_id AS "subCategoryOneId", t.sub_category_two_id AS "subCategoryTwoId",
  t.group_id AS "groupId", t.tags, CASE WHEN ${areWanted} THEN t.field_values END AS "fieldValues",
  t.assignee_id AS "assigneeId", assignee.first_name AS "assigneeFirstName",
  assignee.last_name AS "assigneeLastName", assignee.email AS "assigneeEmail",
  t.customer_id AS "customerId", customer.first_name AS "customerFirstName",
  customer.last_name AS "customerLastName", customer.primary_email AS "customerEmail", customer.phones AS "customerPhones"`;

/** The people of `t`. OFFSET 0 has them looked up one by one: for a full page the planner would read all customers. */
export const PEOPLE = `
  JOIN LATERAL (
    SELECT c.first_name, c.last_name, c.primary_email, c.phones FROM customers c
    WHERE c.workspace_id = $1 AND c.id = t.customer_id OFFSET 0) customer ON true
  LEFT JOIN LATERAL (
    SELECT m.first_name, m.last_name, m.email FROM team_members m
    WHERE m.workspace_id = $1 AND m.id = t.assignee_id OFFSET 0) assignee ON true`;

/** $2 a ticket. */
export const FIND_ORIGIN = plannedOnce(
  tenantStatement(
    'tickets.find_origin',
    `SELECT t.channel, coalesce(t.participants, '[]') AS participants
     FROM tickets t WHERE t.workspace_id = $1 AND t.id = $2`,
  ),
);

/** Reads a ticket, and its texts when they have at most `$3` bytes. */
const oneTicket = (name: string, column: string): Statement =>
  plannedOnce(
    tenantStatement(
      name,
      `SELECT ${shownOf(`${WEIGHT} <= $3::bigint`)}, ${WEIGHT} AS weight, ${VOCABULARY_VERSION}
       FROM tickets t ${PEOPLE} WHERE t.workspace_id = $1 AND t.${column} = $2`,
    ),
  );

export const FIND_BY_ID = oneTicket('tickets.find_by_id', 'id');
export const FIND_BY_NUMBER = oneTicket('tickets.find_by_number', 'number');
