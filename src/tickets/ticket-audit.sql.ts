import { INSERT } from '../audit/audit.sql.js';
import { tenantStatement } from '../tenancy/statement.js';
import { NO_CATEGORY } from './category.rules.js';
import { COLUMNS, JOINS } from './ticket.sql.js';

const nameIn = (table: string, column: string, value = 'term.value'): string =>
  `(SELECT to_jsonb(n.${column}) FROM ${table} n WHERE n.workspace_id = $1 AND n.id = (${value} #>> '{}')::uuid)`;

/** The labels of the options that a value names; of a value that is not there, nothing. */
const FIELD_VALUE = `CASE
  WHEN value.value = 'null' THEN NULL
  WHEN field.kind = 'single_option' THEN ${nameIn('ticket_field_options', 'label', 'value.value')}
  WHEN field.kind = 'multi_option' THEN
    (SELECT jsonb_agg(o.label ORDER BY o.display_order, o.id) FROM jsonb_array_elements_text(value.value) chosen
     JOIN ticket_field_options o ON o.workspace_id = $1 AND o.id = chosen::uuid)
  ELSE value.value END`;

/** What entries say instead of ids, as long as the rows are there that the ids name. */
const namedTerms = (terms: string): string => `(
  SELECT jsonb_object_agg(term.key, CASE term.key
    WHEN 'status' THEN ${nameIn('ticket_statuses', 'name')}
    WHEN 'category' THEN coalesce(${nameIn('ticket_categories', 'name')}, '"${NO_CATEGORY}"')
    WHEN 'sub_category_one' THEN ${nameIn('ticket_categories', 'name')}
    WHEN 'sub_category_two' THEN ${nameIn('ticket_categories', 'name')}
    WHEN 'group' THEN ${nameIn('groups', 'name')}
    WHEN 'assignee_email' THEN ${nameIn('team_members', 'email')}
    WHEN 'email' THEN (SELECT to_jsonb(address.email) FROM customer_emails address WHERE address.workspace_id = $1
      AND address.customer_id = (term.value #>> '{}')::uuid AND address.is_primary)
    WHEN 'ticket_fields' THEN (SELECT jsonb_object_agg(field.name, ${FIELD_VALUE})
      FROM jsonb_each(term.value) AS value
      JOIN ticket_fields field ON field.workspace_id = $1 AND field.id = value.key::uuid)
    ELSE term.value END)
  FROM jsonb_each(${terms}) AS term)`;

/** $2 key, $3 actor, $4 request, $5 a JSON array of entries about tickets. */
export const ADD_TICKET_ENTRIES = tenantStatement(
  'tickets.add_audit_entries',
  `${INSERT}
   SELECT $1::uuid, clock_timestamp(), e.id, $2::uuid, $3::text, $4::text, e.action, 'ticket', e."ticketId",
     ${namedTerms('e.before')}, ${namedTerms('e.after')}
   FROM jsonb_to_recordset($5::jsonb) AS e (id uuid, action text, "ticketId" uuid, before jsonb, after jsonb)`,
);

/**
 * $2 a ticket, read in full, and an entry about its change: $3 its id, $4 key, $5 actor, $6 request, $7 before, $8 after. One
 * statement, because every update sends both.
 */
export const FIND_AND_ADD_ENTRY = tenantStatement(
  'tickets.find_and_add_audit_entry',
  `WITH audited AS (
     ${INSERT}
     SELECT $1::uuid, clock_timestamp(), $3::uuid, $4::uuid, $5::text, $6::text, 'ticket.updated', 'ticket', $2::uuid,
       ${namedTerms('$7::jsonb')}, ${namedTerms('$8::jsonb')}
   )
   SELECT ${COLUMNS} FROM tickets t ${JOINS} WHERE t.workspace_id = $1 AND t.id = $2`,
);
