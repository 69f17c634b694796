import {
  plannedOnce,
  sharingLane,
  tenantStatement,
  weighed,
  type Statement,
} from '../../platform/tenancy/statement.js';
import { VOCABULARY_VERSION } from '../../fields/known/known-vocabulary.sql.js';
import { refusalsOf } from '../../kernel/errors.js';
import { snakeCase } from '../../kernel/text.js';
import { ON_REQUEST } from '../rules/properties/queried-properties.js';
import { ALL_PROPERTIES } from '../rules/properties/ticket-properties.js';

/** Weighs the texts of `t` in bytes. PostgreSQL does so without reading them, except long field values. */
export const WEIGHT = `(octet_length(t.description) + CASE WHEN pg_column_compression(t.field_values) IS NULL
    THEN pg_column_size(t.field_values) ELSE octet_length(t.field_values::text) END)`;

const SHOWN = ALL_PROPERTIES.flatMap(({ isShown, column }) => (isShown && column ? [column] : []));

/** Selects the columns of a `TicketRow`. The texts are null unless `areWanted`. */
export const columnsOfTicket = (areWanted: string): string => `
  ${SHOWN.map(({ key, isWeighed }) => {
    const column = `t.${snakeCase(key)}`;
    return `${isWeighed ? `CASE WHEN ${areWanted} THEN ${column} END` : column} AS "${key}"`;
  }).join(', ')},
  assignee.first_name AS "assigneeFirstName", assignee.last_name AS "assigneeLastName", assignee.email AS "assigneeEmail",
  customer.first_name AS "customerFirstName", customer.last_name AS "customerLastName",
  customer.primary_email AS "customerEmail", customer.phones AS "customerPhones"`;

/** Joins the people of `t`. OFFSET 0 makes PostgreSQL look them up one by one: for a full page the planner would read all customers. */
export const PEOPLE = `
  JOIN LATERAL (
    SELECT c.first_name, c.last_name, c.primary_email, c.phones FROM customers c
    WHERE c.workspace_id = $1 AND c.id = t.customer_id OFFSET 0) customer ON true
  LEFT JOIN LATERAL (
    SELECT m.first_name, m.last_name, m.email FROM team_members m
    WHERE m.workspace_id = $1 AND m.id = t.assignee_id OFFSET 0) assignee ON true`;

/** Selects the values that are shown on request, by their names on the wire. */
const VALUES_ON_REQUEST = ON_REQUEST.map(({ name, column: { key, shownForNull } }) => {
  const column = `t.${snakeCase(key)}`;
  return `${shownForNull === undefined ? column : `coalesce(${column}, ${shownForNull})`} AS ${name}`;
});

const LINKED = `jsonb_build_object('id', m.id, 'number', m.number)`;

/** Reads with which tickets $2 is merged. */
export const FIND_MERGED = tenantStatement(
  'tickets.find_merged',
  `SELECT (SELECT ${LINKED} FROM tickets m WHERE m.workspace_id = $1 AND m.id = t.merged_into_id) AS "mergedInto", (
     SELECT coalesce(jsonb_agg(${LINKED} ORDER BY m.number), '[]') FROM tickets m
     WHERE m.workspace_id = $1 AND m.merged_into_id = $2) AS "mergedFrom"
   FROM tickets t WHERE t.workspace_id = $1 AND t.id = $2`,
);

export const TICKET_LISTS = refusalsOf('tickets', 'by more or narrower filters, or by an earlier page');

/** Reads a `WholeTicketRow`, and its texts when they have at most `$3` bytes. */
const oneTicket = (name: string, column: string): Statement =>
  sharingLane(
    weighed(
      TICKET_LISTS,
      tenantStatement(
        name,
        `SELECT ${columnsOfTicket(`${WEIGHT} <= $3::bigint`)}, ${VALUES_ON_REQUEST.join(', ')},
           ${WEIGHT} AS weight, ${VOCABULARY_VERSION}
         FROM tickets t ${PEOPLE} WHERE t.workspace_id = $1 AND t.${column} = $2`,
      ),
    ),
  );

export const FIND_BY_ID = oneTicket('tickets.find_by_id', 'id');
export const FIND_BY_NUMBER = oneTicket('tickets.find_by_number', 'number');

/** Lists all members with their folded addresses. */
/** Tells what time it is for the workspace: a `ListClock`. */
export const LOCAL_TIME = plannedOnce(
  tenantStatement(
    'tickets.local_time',
    `SELECT statement_timestamp() AS now, w.time_zone AS "timeZone",
       (statement_timestamp() AT TIME ZONE w.time_zone)::date::text AS today
     FROM ticket_counters c JOIN workspaces w ON w.id = $1 WHERE c.workspace_id = $1`,
  ),
);

export const MEMBERS = tenantStatement(
  'tickets.members',
  `SELECT id, email_key AS "emailKey", removed_at IS NOT NULL AS "isRemoved" FROM team_members WHERE workspace_id = $1`,
);
