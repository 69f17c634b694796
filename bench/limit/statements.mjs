/** The SQL of the limit: what the product's answers need, without a thought of tenants' safety. */

const TICKET = `
  t.id, t.number, t.subject, t.description, t.priority, s.name AS status, t.created_at, t.updated_at,
  t.resolution_due_at, t.external_id, t.source, c.name AS category, c1.name AS sub_category_one,
  c2.name AS sub_category_two, g.name AS "group", t.tags,
  a.id AS assignee_id, a.first_name AS assignee_first, a.last_name AS assignee_last, a.email AS assignee_email,
  cu.id AS customer_id, cu.first_name AS customer_first, cu.last_name AS customer_last, e.email AS customer_email,
  ARRAY(SELECT phone FROM customer_phones p WHERE p.workspace_id = $1 AND p.customer_id = t.customer_id
        ORDER BY position) AS phones,
  (SELECT json_agg(json_build_object('field_name', f.name, 'field_value',
      CASE f.kind
        WHEN 'single_option' THEN (SELECT to_jsonb(o.label) FROM ticket_field_options o
          WHERE o.workspace_id = $1 AND o.id = (v.value #>> '{}')::uuid)
        WHEN 'multi_option' THEN (SELECT jsonb_agg(o.label ORDER BY o.display_order, o.id)
          FROM ticket_field_options o
          WHERE o.workspace_id = $1 AND o.id IN (SELECT x::uuid FROM jsonb_array_elements_text(v.value) x))
        ELSE v.value END) ORDER BY f.display_order, f.created_at, f.id)
   FROM jsonb_each(t.field_values) v
   JOIN ticket_fields f ON f.workspace_id = $1 AND f.id = v.key::uuid AND f.state = 'active') AS fields`;

const JOINS = `
  JOIN ticket_statuses s ON s.workspace_id = $1 AND s.id = t.status_id
  JOIN customers cu ON cu.workspace_id = $1 AND cu.id = t.customer_id
  LEFT JOIN customer_emails e ON e.workspace_id = $1 AND e.customer_id = t.customer_id AND e.is_primary
  LEFT JOIN ticket_categories c ON c.workspace_id = $1 AND c.id = t.category_id
  LEFT JOIN ticket_categories c1 ON c1.workspace_id = $1 AND c1.id = t.sub_category_one_id
  LEFT JOIN ticket_categories c2 ON c2.workspace_id = $1 AND c2.id = t.sub_category_two_id
  LEFT JOIN groups g ON g.workspace_id = $1 AND g.id = t.group_id
  LEFT JOIN team_members a ON a.workspace_id = $1 AND a.id = t.assignee_id`;

const NEWEST_FIRST = 'ORDER BY t.created_at DESC, t.number DESC';
const PAGE_SIZE = 30;

export const getTicket = (column) => ({
  name: `get_${column}`,
  text: `SELECT ${TICKET} FROM tickets t ${JOINS} WHERE t.workspace_id = $1 AND t.${column} = $2`,
});

/** The condition of each filter; its values begin at `$2`. */
const FILTERS = {
  none: 'true',
  status: 't.status_id = (SELECT id FROM ticket_statuses WHERE workspace_id = $1 AND name = $2)',
  assignee: 't.assignee_id = $2',
  tag: `EXISTS (SELECT FROM ticket_tag_index i WHERE i.workspace_id = $1 AND i.tag_key = $2 AND i.ticket_id = t.id)`,
  field: `EXISTS (SELECT FROM ticket_value_index i
    WHERE i.workspace_id = $1 AND i.ticket_id = t.id
      AND i.field_id = (SELECT id FROM ticket_fields WHERE workspace_id = $1 AND name = $2)
      AND i.value_key = (SELECT o.id::text FROM ticket_field_options o JOIN ticket_fields f
        ON f.workspace_id = $1 AND f.id = o.field_id WHERE o.workspace_id = $1 AND f.name = $2 AND o.label = $3))`,
};

export const countTickets = (filter) => ({
  name: `count_${filter}`,
  text: `SELECT count(*)::int AS total FROM tickets t WHERE t.workspace_id = $1 AND ${FILTERS[filter]}`,
});

/** Where a page begins; `next` is the number of its first free parameter. */
export const pageStart = (filter, next) => ({
  name: `start_${filter}`,
  text: `SELECT t.created_at, t.number FROM tickets t WHERE t.workspace_id = $1 AND ${FILTERS[filter]}
    ${NEWEST_FIRST} LIMIT 1 OFFSET $${next}`,
});

/** A page from where it begins: two more parameters, the moment and the number of its first ticket. */
export const pageFrom = (filter, next) => ({
  name: `page_${filter}`,
  text: `SELECT ${TICKET} FROM (SELECT * FROM tickets t WHERE t.workspace_id = $1 AND ${FILTERS[filter]}
      AND (t.created_at, t.number) <= ($${next}, $${next + 1}) ${NEWEST_FIRST} LIMIT ${PAGE_SIZE}) t
    ${JOINS} ${NEWEST_FIRST}`,
});

export const LIST_FIELDS = {
  name: 'list_fields',
  text: `SELECT f.*, (SELECT coalesce(json_agg(json_build_object('id', o.id, 'label', o.label,
        'display_order', o.display_order) ORDER BY o.display_order, o.id), '[]')
      FROM ticket_field_options o
      WHERE o.workspace_id = $1 AND o.field_id = f.id AND o.removed_at IS NULL) AS options
    FROM ticket_fields f WHERE f.workspace_id = $1 ORDER BY f.display_order, f.created_at, f.id`,
};

export const LOCK_TICKET = {
  name: 'lock_ticket',
  text: `SELECT id, subject, description, priority, status_id, category_id, sub_category_one_id, sub_category_two_id,
      group_id, assignee_id, customer_id, tags, field_values, resolution_due_at, closed_at, clock_timestamp() AS now
    FROM tickets WHERE workspace_id = $1 AND number = $2 FOR NO KEY UPDATE`,
};

/** $2 a status, $3 names of fields. */
export const VOCABULARY = {
  name: 'vocabulary',
  text: `SELECT
    (SELECT id FROM ticket_statuses WHERE workspace_id = $1 AND name = $2) AS status_id,
    ARRAY(SELECT jsonb_build_object('id', f.id, 'name', f.name, 'kind', f.kind, 'options',
        (SELECT jsonb_agg(jsonb_build_object('id', o.id, 'label', o.label)) FROM ticket_field_options o
         WHERE o.workspace_id = $1 AND o.field_id = f.id AND o.removed_at IS NULL))
      FROM ticket_fields f WHERE f.workspace_id = $1 AND f.state = 'active'
        AND (f.name = ANY ($3) OR f.is_required_for_agent_when_closing_ticket)) AS fields`,
};

export const UPDATE_TICKET = {
  name: 'update_ticket',
  text: `UPDATE tickets SET subject = $3, status_id = $4, field_values = $5, closed_at = NULL, updated_at = $6
    WHERE workspace_id = $1 AND id = $2`,
};

/** $2 a ticket's number and $4 its id; an entry of the audit trail: $3 its id, $5 before, $6 after. */
export const GET_AND_AUDIT = {
  name: 'get_and_audit',
  text: `WITH audited AS (
      INSERT INTO audit_entries
        (workspace_id, at, id, actor, request_id, action, subject_type, subject_id, before, after)
      VALUES ($1, clock_timestamp(), $3, 'limit', 'limit', 'ticket.updated', 'ticket', $4, $5, $6))
    SELECT ${TICKET} FROM tickets t ${JOINS} WHERE t.workspace_id = $1 AND t.number = $2`,
};

export const SURROUNDINGS = {
  name: 'surroundings',
  text: `SELECT ARRAY(SELECT email_key FROM customer_emails WHERE workspace_id = $1 AND email_key = $2) AS taken`,
};

export const ADD_CUSTOMER = {
  name: 'add_customer',
  text: 'INSERT INTO customers (workspace_id, id, first_name, last_name) VALUES ($1, $2, $3, $4)',
};

export const ADD_PHONE = {
  name: 'add_phone',
  text: 'INSERT INTO customer_phones (workspace_id, customer_id, position, phone) VALUES ($1, $2, 0, $3)',
};

export const ADD_EMAIL = {
  name: 'add_email',
  text: `INSERT INTO customer_emails (workspace_id, customer_id, position, email, email_key, is_primary)
    VALUES ($1, $2, 0, $3, $4, true)`,
};
