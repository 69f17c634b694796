import { INSERT } from '../audit/audit.sql.js';
import { composedTenantStatement, tenantStatement, type Statement } from '../tenancy/statement.js';
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

/** How entries name what is an id in the terms of a ticket. */
const NAMES: Readonly<Record<string, string>> = {
  status: nameIn('ticket_statuses', 'name'),
  category: `coalesce(${nameIn('ticket_categories', 'name')}, '"${NO_CATEGORY}"')`,
  sub_category_one: nameIn('ticket_categories', 'name'),
  sub_category_two: nameIn('ticket_categories', 'name'),
  group: nameIn('groups', 'name'),
  assignee_email: nameIn('team_members', 'email'),
  email: `(SELECT to_jsonb(address.email) FROM customer_emails address WHERE address.workspace_id = $1
      AND address.customer_id = (term.value #>> '{}')::uuid AND address.is_primary)`,
  ticket_fields: `(SELECT jsonb_object_agg(field.name, ${FIELD_VALUE})
      FROM jsonb_each(term.value) AS value
      JOIN ticket_fields field ON field.workspace_id = $1 AND field.id = value.key::uuid)`,
};

/** What entries say instead of ids, as long as the rows are there that the ids name; of the keys that may be among the terms. */
const namedTerms = (terms: string, keys: readonly string[]): string =>
  keys.length === 0
    ? terms
    : `(SELECT jsonb_object_agg(term.key, CASE term.key
         ${keys.map((key) => `WHEN '${key}' THEN ${NAMES[key] ?? 'term.value'}`).join('\n')}
         ELSE term.value END)
       FROM jsonb_each(${terms}) AS term)`;

const ALL_NAMES = Object.keys(NAMES);

/** $2 key, $3 actor, $4 request, $5 a JSON array of entries about tickets. */
export const ADD_TICKET_ENTRIES = tenantStatement(
  'tickets.add_audit_entries',
  `${INSERT}
   SELECT $1::uuid, clock_timestamp(), e.id, $2::uuid, $3::text, $4::text, e.action, 'ticket', e."ticketId",
     ${namedTerms('e.before', ALL_NAMES)}, ${namedTerms('e.after', ALL_NAMES)}
   FROM jsonb_to_recordset($5::jsonb) AS e (id uuid, action text, "ticketId" uuid, before jsonb, after jsonb)`,
);

/**
 * $2 a ticket, read in full, and an entry about its change: $3 its id, $4 key, $5 actor, $6 request, $7 before, $8 after. One
 * statement, because every update sends both. It looks up what changed: PostgreSQL prepares for every look-up that a text
 * has, in each run, which takes longer than those that are needed.
 * @param changed the keys of before and after
 */
export function findAndAddEntry(changed: readonly string[]): Statement {
  const keys = ALL_NAMES.filter((key) => changed.includes(key));
  const known = entryStatements.get(keys.join());
  if (known) return known;
  const made = composedTenantStatement(
    'tickets.find_and_add_audit_entry',
    `WITH audited AS (
       ${INSERT}
       SELECT $1::uuid, clock_timestamp(), $3::uuid, $4::uuid, $5::text, $6::text, 'ticket.updated', 'ticket', $2::uuid,
         ${namedTerms('$7::jsonb', keys)}, ${namedTerms('$8::jsonb', keys)}
     )
     SELECT ${COLUMNS} FROM tickets t ${JOINS} WHERE t.workspace_id = $1 AND t.id = $2`,
  );
  entryStatements.set(keys.join(), made);
  return made;
}

/** By their keys. */
const entryStatements = new Map<string, Statement>();
