/** The SQL of the limit: what the product's answers need, without any protection of workspaces from each other. `shape` is of `shapes.mjs`. */

const NEWEST_FIRST = 'ORDER BY t.created_at DESC, t.number DESC';
const PAGE_SIZE = 30;

export const getTicket = ({ columns, joins }, column) => ({
  name: `get_${column}`,
  text: `SELECT ${columns} FROM tickets t ${joins} WHERE t.workspace_id = $1 AND t.${column} = $2`,
});

/** The condition of each filter. Its values start at `$2`. */
const FILTERS = {
  none: 'true',
  status: 't.status_id = (SELECT id FROM ticket_statuses WHERE workspace_id = $1 AND name = $2)',
  assignee: 't.assignee_id = $2',
  tag: 't.tag_key = $2',
  field: `EXISTS (SELECT FROM ticket_value_index i
    WHERE i.workspace_id = $1 AND i.ticket_id = t.id
      AND i.field_id = (SELECT id FROM ticket_fields WHERE workspace_id = $1 AND name = $2)
      AND i.value_key = (SELECT o.id::text FROM ticket_field_options o JOIN ticket_fields f
        ON f.workspace_id = $1 AND f.id = o.field_id WHERE o.workspace_id = $1 AND f.name = $2 AND o.label = $3))`,
};

/** The table with an index in which the tickets of a filter are sorted. */
const tableOf = (filter) => (filter === 'tag' ? 'ticket_tag_index' : 'tickets');

export const countTickets = (filter) => ({
  name: `count_${filter}`,
  text: `SELECT count(*)::int AS total FROM ${tableOf(filter)} t WHERE t.workspace_id = $1 AND ${FILTERS[filter]}`,
});

/** Finds the first ticket of a page. `next` is the number of the first free parameter. */
export const pageStart = (filter, next) => ({
  name: `start_${filter}`,
  text: `SELECT t.created_at, t.number FROM ${tableOf(filter)} t WHERE t.workspace_id = $1 AND ${FILTERS[filter]}
    ${NEWEST_FIRST} LIMIT 1 OFFSET $${next}`,
});

/** Reads a page. Two more parameters, the time and the number of its first ticket, say where it starts. */
export const pageFrom = ({ columns, joins }, filter, next) => {
  const page = `SELECT * FROM ${tableOf(filter)} t WHERE t.workspace_id = $1 AND ${FILTERS[filter]}
      AND (t.created_at, t.number) <= ($${next}, $${next + 1}) ${NEWEST_FIRST} LIMIT ${PAGE_SIZE}`;
  const tickets = `SELECT ticket.* FROM (${page}) t JOIN tickets ticket ON ticket.workspace_id = $1 AND ticket.number = t.number`;
  return {
    name: `page_${filter}`,
    text: `SELECT ${columns} FROM (${tableOf(filter) === 'tickets' ? page : tickets}) t ${joins} ${NEWEST_FIRST}`,
  };
};

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

/** $2 number and $4 id of a ticket; $3 id, $5 before and $6 after of the audit entry. */
export const getAndAudit = ({ columns, joins }) => ({
  name: 'get_and_audit',
  text: `WITH audited AS (
      INSERT INTO audit_entries
        (workspace_id, at, id, actor, request_id, action, subject_type, subject_id, before, after)
      VALUES ($1, clock_timestamp(), $3, 'limit', 'limit', 'ticket.updated', 'ticket', $4, $5, $6))
    SELECT ${columns} FROM tickets t ${joins} WHERE t.workspace_id = $1 AND t.number = $2`,
});

export const SURROUNDINGS = {
  name: 'surroundings',
  text: `SELECT ARRAY(SELECT email_key FROM customer_emails WHERE workspace_id = $1 AND email_key = $2) AS taken`,
};

export const ADD_CUSTOMER = {
  name: 'add_customer',
  text: `INSERT INTO customers (workspace_id, id, first_name, last_name, primary_email, phones)
    VALUES ($1, $2, $3, $4, $5, ARRAY[$6])`,
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
