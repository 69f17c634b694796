import { composedTenantStatement, tenantStatement, type Statement } from '../tenancy/statement.js';
import type { StagingTable } from '../tenancy/tenant-scope.js';
import { ALL, CHANGEABLE, IDENTITY, type TicketColumn } from './ticket.columns.js';

const namesOf = (columns: readonly TicketColumn[]): string => columns.map(({ column }) => column).join(', ');

/** The same row lock that taking numbers needs. */
export const LOCK_NUMBERS = tenantStatement(
  'tickets.lock_numbers',
  'SELECT clock_timestamp() AS now FROM ticket_counters WHERE workspace_id = $1 FOR NO KEY UPDATE',
);

/**
 * $2 external ids and $3 their sources, pairwise. Each is looked up by itself (LIMIT keeps it so), whatever the planner knows
 * of a table that an import has just begun to fill; always locked in the same order.
 */
export const LOCK_BY_EXTERNAL_KEYS = tenantStatement(
  'tickets.lock_by_external_keys',
  `SELECT locked.* FROM (
     SELECT found.id FROM unnest($2::text[], $3::text[]) AS wanted (external_id, source)
     CROSS JOIN LATERAL (
       SELECT t.id FROM tickets t WHERE t.workspace_id = $1 AND t.external_id = wanted.external_id
         AND t.source IS NOT DISTINCT FROM wanted.source LIMIT 1) AS found
     ORDER BY found.id OFFSET 0) AS found
   CROSS JOIN LATERAL (
     SELECT ${[...IDENTITY, ...CHANGEABLE].map(({ column, key }) => `t.${column} AS "${key}"`).join(', ')}
     FROM tickets t WHERE t.workspace_id = $1 AND t.id = found.id LIMIT 1 FOR NO KEY UPDATE OF t) AS locked`,
);

/** Where new tickets wait, since COPY cannot write to tables with row-level security. */
export const STAGED_TICKETS: StagingTable = {
  name: 'staged_tickets',
  columns: ALL.map(({ column, type }) => [column, type]),
};

/** In the order in which they were staged. */
export const ADD_STAGED = tenantStatement(
  'tickets.add_staged',
  `INSERT INTO tickets (workspace_id, ${namesOf(ALL)})
   SELECT $1::uuid, ${namesOf(ALL)} FROM pg_temp.staged_tickets`,
);

/** $2 a JSON array of rows. */
export const CHANGE_ALL = tenantStatement(
  'tickets.change_all',
  `UPDATE tickets t SET ${CHANGEABLE.map(({ column, key }) => `${column} = changed."${key}"`).join(', ')}
   FROM jsonb_to_recordset($2::jsonb) AS changed ("id" uuid, ${CHANGEABLE.map(({ key, type }) => `"${key}" ${type}`).join(', ')})
   WHERE t.workspace_id = $1 AND t.id = changed.id`,
);

/** $2 the ticket, then the values of the named columns, in the order in which they are named. */
export function changeStatement(columns: readonly TicketColumn[]): Statement {
  const sets = columns.map(({ column }, index) => `${column} = $${index + 3}`);
  return composedTenantStatement(
    'tickets.change',
    `UPDATE tickets SET ${sets.join(', ')} WHERE workspace_id = $1 AND id = $2`,
  );
}
