import { tenantStatement } from '../../platform/tenancy/statement.js';
import { eachTicket, inOrder, LOCKED } from '../read/named-tickets.sql.js';
import { countingReopened } from './ticket-writer.sql.js';

/** Locks the tickets $2, and those that are merged into the ticket $3, always in the same order. */
export const LOCK_MERGED = tenantStatement(
  'tickets.lock_merged',
  eachTicket(
    inOrder(`$2::uuid[] || ARRAY(
     SELECT m.id FROM tickets m WHERE m.workspace_id = $1 AND m.merged_into_id = $3)`),
    't.id, t.number, t.merged_into_id AS "mergedIntoId"',
    { lock: LOCKED },
  ),
);

/** Reads the people of the tickets $2. */
export const FIND_SIDES = tenantStatement(
  'tickets.find_merge_sides',
  eachTicket(
    inOrder('$2::uuid[]'),
    `t.id, t.number, coalesce(t.participants, '[]') AS participants, ARRAY(
       SELECT e.email FROM customer_emails e WHERE e.workspace_id = $1 AND e.customer_id = t.customer_id
       ORDER BY e.is_primary DESC, e.email_key) AS "customerEmails",
     (SELECT count(*)::integer FROM tickets m WHERE m.workspace_id = $1 AND m.merged_into_id = t.id) AS "mergedCount"`,
  ),
);

/** Merges ticket $2 into ticket $3: $4 its status from now on, $5 when it was closed, $6 now. */
export const MERGE = tenantStatement(
  'tickets.merge',
  `UPDATE tickets SET merged_into_id = $3, status_before_merge_id = status_id, status_id = $4, closed_at = $5, updated_at = $6
   WHERE workspace_id = $1 AND id = $2`,
);

/** Leads the tickets that are merged into ticket $2 to ticket $3. */
export const SHORTEN = tenantStatement(
  'tickets.shorten_merges',
  'UPDATE tickets SET merged_into_id = $3 WHERE workspace_id = $1 AND merged_into_id = $2',
);

/** Ends the merge of ticket $2: $3 its status from now on, $4 when it was closed, $5 its assignee, $6 now. */
export const UNMERGE = tenantStatement(
  'tickets.unmerge',
  `UPDATE tickets SET merged_into_id = NULL, status_before_merge_id = NULL, status_id = $3, closed_at = $4, assignee_id = $5,
     updated_at = $6, ${countingReopened('$4', '$3')}
   WHERE workspace_id = $1 AND id = $2`,
);

/** Reads the status that the ticket $2 had before it was merged. */
export const FIND_STATUS_BEFORE = tenantStatement(
  'tickets.find_status_before_merge',
  `SELECT t.status_before_merge_id AS "statusId" FROM tickets t WHERE t.workspace_id = $1 AND t.id = $2`,
);
