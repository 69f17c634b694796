import { plannedOnce, tenantStatement, type Statement } from '../tenancy/statement.js';

/** One ticket but for the values of its fields, from `tickets AS t`. */
export const COLUMNS_BUT_FIELDS = `
  t.id, t.number, t.subject, t.description, t.priority, status.name AS status,
  t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.resolution_due_at AS "resolutionDueAt",
  t.external_id AS "externalId", t.source,
  category.name AS category, sub_one.name AS "subCategoryOne", sub_two.name AS "subCategoryTwo",
  team.name AS "group", t.tags,
  t.assignee_id AS "assigneeId", assignee.first_name AS "assigneeFirstName",
  assignee.last_name AS "assigneeLastName", assignee.email AS "assigneeEmail",
  t.customer_id AS "customerId", customer.first_name AS "customerFirstName",
  customer.last_name AS "customerLastName", address.email AS "customerEmail",
  ARRAY(SELECT phone.phone FROM customer_phones phone
        WHERE phone.workspace_id = $1 AND phone.customer_id = t.customer_id ORDER BY phone.position) AS "customerPhones"`;

/**
 * One ticket in full. Field values are read by what the ticket has, not by what the workspace defines, so their cost does not
 * grow with the number of fields: OFFSET 0 keeps the planner, which expects a hundred values, from reading all fields instead
 * of looking a few up. An option that was removed keeps its last label.
 */
export const COLUMNS = `${COLUMNS_BUT_FIELDS},
  (SELECT jsonb_agg(jsonb_build_array(field.name, CASE field.kind
      WHEN 'single_option' THEN
        (SELECT to_jsonb(o.label) FROM ticket_field_options o WHERE o.workspace_id = $1 AND o.id = (entry.value #>> '{}')::uuid)
      WHEN 'multi_option' THEN
        (SELECT jsonb_agg(o.label ORDER BY o.display_order, o.id) FROM jsonb_array_elements_text(entry.value) chosen
         JOIN ticket_field_options o ON o.workspace_id = $1 AND o.id = chosen::uuid)
      ELSE entry.value END) ORDER BY field.display_order, field.created_at, field.id)
   FROM jsonb_each(t.field_values) entry
   CROSS JOIN LATERAL (
     SELECT f.* FROM ticket_fields f
     WHERE f.workspace_id = $1 AND f.id = entry.key::uuid AND f.state = 'active' OFFSET 0) field
  ) AS fields`;

export const JOINS = `
  JOIN ticket_statuses status ON status.workspace_id = $1 AND status.id = t.status_id
  JOIN customers customer ON customer.workspace_id = $1 AND customer.id = t.customer_id
  LEFT JOIN customer_emails address
    ON address.workspace_id = $1 AND address.customer_id = t.customer_id AND address.is_primary
  LEFT JOIN ticket_categories category ON category.workspace_id = $1 AND category.id = t.category_id
  LEFT JOIN ticket_categories sub_one ON sub_one.workspace_id = $1 AND sub_one.id = t.sub_category_one_id
  LEFT JOIN ticket_categories sub_two ON sub_two.workspace_id = $1 AND sub_two.id = t.sub_category_two_id
  LEFT JOIN groups team ON team.workspace_id = $1 AND team.id = t.group_id
  LEFT JOIN team_members assignee ON assignee.workspace_id = $1 AND assignee.id = t.assignee_id`;

const oneTicket = (name: string, column: string): Statement =>
  plannedOnce(
    tenantStatement(
      name,
      `SELECT ${COLUMNS} FROM tickets t ${JOINS} WHERE t.workspace_id = $1 AND t.${column} = $2`,
    ),
  );

export const FIND_BY_ID = oneTicket('tickets.find_by_id', 'id');
export const FIND_BY_NUMBER = oneTicket('tickets.find_by_number', 'number');

const lockTicket = (name: string, column: string): Statement =>
  tenantStatement(
    name,
    `SELECT id, subject, description, priority, status_id AS "statusId", category_id AS "categoryId",
       sub_category_one_id AS "subCategoryOneId", sub_category_two_id AS "subCategoryTwoId", group_id AS "groupId",
       assignee_id AS "assigneeId", customer_id AS "customerId", tags, field_values AS "fieldValues",
       resolution_due_at AS "resolutionDueAt", closed_at AS "closedAt",
       greatest(clock_timestamp(), updated_at + interval '1 ms') AS now
     FROM tickets WHERE workspace_id = $1 AND ${column} = $2 FOR NO KEY UPDATE`,
  );

export const LOCK_BY_ID = lockTicket('tickets.lock_by_id', 'id');
export const LOCK_BY_NUMBER = lockTicket('tickets.lock_by_number', 'number');

/** $2 how many; returns the last of them. The row lock holds until the transaction ends, so numbers have no gaps. */
export const TAKE_NUMBERS = tenantStatement(
  'tickets.take_numbers',
  `UPDATE ticket_counters SET last_number = last_number + $2 WHERE workspace_id = $1
   RETURNING last_number AS "lastNumber"`,
);

/** Removed members, and all options of the fields that had some removed. */
export const HISTORY = tenantStatement(
  'tickets.history',
  `SELECT
     ARRAY(SELECT jsonb_build_array(email_key, id) FROM team_members
           WHERE workspace_id = $1 AND removed_at IS NOT NULL) AS members,
     ARRAY(SELECT jsonb_build_array(field_id, jsonb_agg(jsonb_build_object('id', id, 'label', label) ORDER BY display_order, id))
           FROM ticket_field_options WHERE workspace_id = $1
           GROUP BY field_id HAVING bool_or(removed_at IS NOT NULL)) AS options`,
);

/** $2 folded addresses. Who is active stays so until the unit of work ends: removing a member waits for it. */
export const HOLD_ASSIGNEES = tenantStatement(
  'tickets.hold_assignees',
  `SELECT id FROM team_members WHERE workspace_id = $1 AND email_key = ANY ($2::text[]) AND removed_at IS NULL
   ORDER BY id FOR KEY SHARE`,
);

/** $2 members. Those tickets of theirs that are still worked on. */
const AT_WORK = `t.workspace_id = $1 AND t.assignee_id = ANY ($2::uuid[]) AND t.status_id NOT IN (
  SELECT id FROM ticket_statuses WHERE workspace_id = $1 AND name IN ('closed', 'spam', 'trash'))`;

/** $2 members, $3 how many at most, null for all. */
export const LIST_AT_WORK = tenantStatement(
  'tickets.list_at_work',
  `SELECT t.id, t.number, t.assignee_id AS "assigneeId" FROM tickets t WHERE ${AT_WORK}
   ORDER BY t.assignee_id, t.created_at, t.number LIMIT $3::integer`,
);

/** $2 members, $3 tickets; what was finished since it was listed stays. */
export const UNASSIGN = tenantStatement(
  'tickets.unassign',
  `UPDATE tickets t SET assignee_id = NULL, updated_at = greatest(clock_timestamp(), updated_at + interval '1 ms')
   WHERE ${AT_WORK} AND t.id = ANY ($3::uuid[]) RETURNING t.id`,
);

/**
 * $2 a field; returns the tickets that held a value of it. How many at most is written out: the plan has to know that they
 * are few, or it reads all tickets.
 */
export const CLEAR_VALUES = tenantStatement(
  'tickets.clear_values',
  `WITH batch AS (
     SELECT t.id FROM tickets t
     WHERE t.workspace_id = $1 AND jsonb_exists(t.field_values, $2::uuid::text) AND t.id IN (
       SELECT i.ticket_id FROM ticket_value_index i WHERE i.workspace_id = $1 AND i.field_id = $2::uuid LIMIT 500)
     ORDER BY t.id FOR NO KEY UPDATE
   )
   UPDATE tickets t SET field_values = t.field_values - $2::uuid::text
   FROM batch WHERE t.workspace_id = $1 AND t.id = batch.id
   RETURNING t.id`,
);
