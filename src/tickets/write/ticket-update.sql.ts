import {
  composedTenantStatement,
  NEXT_MOMENT,
  tenantStatement,
  type Statement,
} from '../../platform/tenancy/statement.js';
import { VOCABULARY_VERSION } from '../../fields/known/known-vocabulary.sql.js';
import { DONE_STATUSES } from '../../vocabulary/vocabulary.rules.js';
import { STORED_TICKET, type TicketColumn } from './ticket.columns.js';

/** Locks one ticket. `now` is later than the last update, also when the clock was set back. */
const lockTicket = (name: string, column: string): Statement =>
  tenantStatement(
    name,
    `SELECT ${STORED_TICKET}, ${VOCABULARY_VERSION}, greatest(clock_timestamp(), t.updated_at + interval '1 ms') AS now
     FROM tickets t WHERE t.workspace_id = $1 AND t.${column} = $2 FOR NO KEY UPDATE`,
  );

export const LOCK_BY_ID = lockTicket('tickets.lock_by_id', 'id');
export const LOCK_BY_NUMBER = lockTicket('tickets.lock_by_number', 'number');

/** $2 the ticket, then the values of the columns, in their order. */
export function changeStatement(columns: readonly TicketColumn[]): Statement {
  const sets = columns.map(({ column }, index) => `${column} = $${index + 3}`);
  return composedTenantStatement(
    'tickets.change',
    `UPDATE tickets SET ${sets.join(', ')} WHERE workspace_id = $1 AND id = $2`,
  );
}

/** $2 folded addresses, $3 ids. Keeps active members active until the unit of work ends: removing a member waits for it. */
export const HOLD_ASSIGNEES = tenantStatement(
  'tickets.hold_assignees',
  `SELECT id, email_key AS "emailKey" FROM team_members
   WHERE workspace_id = $1 AND (email_key = ANY ($2::text[]) OR id = ANY ($3::uuid[])) AND removed_at IS NULL
   ORDER BY id FOR KEY SHARE`,
);

/** $2 a member. Whether it is removed; keeps an active one active, as above. */
export const HOLD_MEMBER = tenantStatement(
  'tickets.hold_member',
  `SELECT removed_at IS NOT NULL AS "isRemoved" FROM team_members
   WHERE workspace_id = $1 AND id = $2 FOR KEY SHARE`,
);

/** $2 members. Their tickets that are not done. */
const AT_WORK = `t.workspace_id = $1 AND t.assignee_id = ANY ($2::uuid[]) AND t.status_id NOT IN (
  SELECT id FROM ticket_statuses WHERE workspace_id = $1 AND name IN ('${DONE_STATUSES.join("', '")}'))`;

/** $2 members, $3 how many tickets at most, null for all. */
export const LIST_AT_WORK = tenantStatement(
  'tickets.list_at_work',
  `SELECT t.id, t.number, t.assignee_id AS "assigneeId" FROM tickets t WHERE ${AT_WORK}
   ORDER BY t.assignee_id, t.created_at, t.number LIMIT $3::integer`,
);

/** $2 members, $3 tickets. A ticket that was finished after it was listed keeps its assignee. */
export const UNASSIGN = tenantStatement(
  'tickets.unassign',
  `UPDATE tickets t SET assignee_id = NULL, updated_at = greatest(statement_timestamp(), ${NEXT_MOMENT})
   WHERE ${AT_WORK} AND t.id = ANY ($3::uuid[]) RETURNING t.id`,
);

/**
 * $2 a field. Returns the tickets that had a value of it. The text has the limit as a number: with a parameter the planner
 * expects many tickets and reads all of them.
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
