import { tenantStatement } from '../../platform/tenancy/statement.js';
import type { StagingTable } from '../../platform/tenancy/tenant-scope.js';
import { ALL, CHANGEABLE, STORED_TICKET } from './ticket.columns.js';

/** The database's clock, without waiting for anybody. */
export const CLOCK = tenantStatement(
  'tickets.clock',
  'SELECT clock_timestamp() AS now FROM ticket_counters WHERE workspace_id = $1',
);

/** The row lock that taking numbers needs too. */
export const LOCK_NUMBERS = tenantStatement(
  'tickets.lock_numbers',
  'SELECT clock_timestamp() AS now FROM ticket_counters WHERE workspace_id = $1 FOR NO KEY UPDATE',
);

/** $2 how many; returns the last of them. The row lock holds until the transaction ends, so numbers have no gaps. */
export const TAKE_NUMBERS = tenantStatement(
  'tickets.take_numbers',
  `UPDATE ticket_counters SET last_number = last_number + $2 WHERE workspace_id = $1
   RETURNING last_number AS "lastNumber"`,
);

/** $2 external id, $3 source. The ticket that has both. */
export const FIND_BY_EXTERNAL_KEY = tenantStatement(
  'tickets.find_by_external_key',
  `SELECT t.id, t.number FROM tickets t WHERE t.workspace_id = $1 AND t.external_id = $2
     AND t.source IS NOT DISTINCT FROM $3`,
);

/**
 * Tickets by $2 external ids and $3 their sources, pairwise. LIMIT makes PostgreSQL look up each by itself, because the planner
 * knows nothing yet of a table that an import has just begun to fill.
 */
const byExternalKeys = (columns: string): string =>
  `SELECT found.* FROM unnest($2::text[], $3::text[]) AS wanted (external_id, source)
   CROSS JOIN LATERAL (
     SELECT ${columns} FROM tickets t WHERE t.workspace_id = $1 AND t.external_id = wanted.external_id
       AND t.source IS NOT DISTINCT FROM wanted.source LIMIT 1) AS found`;

export const FIND_BY_EXTERNAL_KEYS = tenantStatement(
  'tickets.find_by_external_keys',
  byExternalKeys(STORED_TICKET),
);

/** As `HOLD_ASSIGNEES`, for $4 folded addresses and for the assignees of the same tickets, all in one order. */
export const HOLD_ASSIGNEES_OF_BATCH = tenantStatement(
  'tickets.hold_assignees_of_batch',
  `SELECT m.id, m.email_key AS "emailKey" FROM team_members m
   WHERE m.workspace_id = $1 AND m.removed_at IS NULL AND (m.email_key = ANY ($4::text[])
     OR m.id IN (SELECT held.assignee_id FROM (${byExternalKeys('t.assignee_id')}) AS held))
   ORDER BY m.id FOR KEY SHARE OF m`,
);

/** These tickets, locked always in the same order. */
export const LOCK_BY_EXTERNAL_KEYS = tenantStatement(
  'tickets.lock_by_external_keys',
  `SELECT locked.* FROM (${byExternalKeys('t.id')} ORDER BY found.id OFFSET 0) AS found
   CROSS JOIN LATERAL (
     SELECT ${STORED_TICKET} FROM tickets t
     WHERE t.workspace_id = $1 AND t.id = found.id LIMIT 1 FOR NO KEY UPDATE OF t) AS locked`,
);

/** New tickets wait here, because COPY cannot write to tables with row-level security. */
export const STAGED_TICKETS: StagingTable = {
  name: 'staged_tickets',
  columns: ALL.map(({ column, type }) => [column, type]),
};

const ALL_COLUMNS = ALL.map(({ column }) => column).join(', ');

/** The columns of a row that has no number yet. */
export const UNNUMBERED = ALL.filter(({ key }) => key !== 'number');

/**
 * $2 and on: the values of a row, in the order of `UNNUMBERED`. Its number is the one that the unit of work has taken just before: the
 * two travel in one packet, so that others wait for the numbers as short as possible.
 */
export const ADD_ONE = tenantStatement(
  'tickets.add',
  `INSERT INTO tickets (workspace_id, number, ${UNNUMBERED.map(({ column }) => column).join(', ')})
   SELECT workspace_id, last_number, ${UNNUMBERED.map(({ type }, index) => `$${index + 2}::${type}`).join(', ')}
   FROM ticket_counters WHERE workspace_id = $1`,
);

/** In the order in which they were staged. */
export const ADD_STAGED = tenantStatement(
  'tickets.add_staged',
  `INSERT INTO tickets (workspace_id, ${ALL_COLUMNS})
   SELECT $1::uuid, ${ALL_COLUMNS} FROM pg_temp.staged_tickets
   RETURNING id`,
);

/**
 * $2 a JSON array of rows of locked tickets. Each is looked up by itself, and written where it lies: otherwise the planner would compare
 * all tickets of a new table with all rows.
 */
export const CHANGE_ALL = tenantStatement(
  'tickets.change_all',
  `UPDATE tickets t SET ${CHANGEABLE.map(({ column, key }) => `${column} = changed."${key}"`).join(', ')}
   FROM jsonb_to_recordset($2::jsonb) AS changed ("id" uuid, ${CHANGEABLE.map(({ key, type }) => `"${key}" ${type}`).join(', ')})
   CROSS JOIN LATERAL (
     SELECT found.ctid AS place FROM tickets found WHERE found.workspace_id = $1 AND found.id = changed.id LIMIT 1) AS found
   WHERE t.workspace_id = $1 AND t.ctid = found.place`,
);
