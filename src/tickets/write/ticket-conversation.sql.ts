import { tenantStatement, type Statement } from '../../platform/tenancy/statement.js';
import { VOCABULARY_VERSION } from '../../fields/known/known-vocabulary.sql.js';

/**
 * Locks one ticket for a comment, without its texts. `now` is later than the last update, also when the clock was set back.
 */
const lockTicket = (name: string, column: string): Statement =>
  tenantStatement(
    name,
    `SELECT t.id, t.number, t.status_id AS "statusId", t.closed_at AS "closedAt", t.assignee_id AS "assigneeId",
       t.customer_id AS "customerId", coalesce(t.participants, '[]') AS participants, t.comment_count AS "commentCount",
       t.first_responded_at AS "firstRespondedAt",
       EXISTS (SELECT FROM team_members m WHERE m.workspace_id = $1 AND m.id = t.assignee_id AND m.removed_at IS NOT NULL)
         AS "isAssigneeRemoved",
       (SELECT w.reopen_on_reply FROM workspaces w WHERE w.id = $1) AS "reopensOnReply",
       ${VOCABULARY_VERSION}, greatest(clock_timestamp(), t.updated_at + interval '1 ms') AS now
     FROM tickets t WHERE t.workspace_id = $1 AND t.${column} = $2 FOR NO KEY UPDATE`,
  );

export const LOCK_DISCUSSED_BY_ID = lockTicket('tickets.lock_discussed_by_id', 'id');
export const LOCK_DISCUSSED_BY_NUMBER = lockTicket('tickets.lock_discussed_by_number', 'number');

/** $2 a ticket, then what a comment makes of it. */
export const NOTE_COMMENT = tenantStatement(
  'tickets.note_comment',
  `UPDATE tickets SET comment_count = $3, updated_at = $4, status_id = $5, closed_at = $6, assignee_id = $7, first_responded_at = $8
   WHERE workspace_id = $1 AND id = $2`,
);
