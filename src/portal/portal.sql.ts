import { filesOf } from '../attachments/attachments.sql.js';
import { FIELDS_OF_ENABLED } from '../forms/settings/forms.sql.js';
import {
  onPrimary,
  plannedEachTime,
  plannedOnce,
  tenantStatement,
  type Statement,
} from '../platform/tenancy/statement.js';
import { IS_VISIBLE, isVisible, theirTickets } from '../tickets/read/visible-tickets.sql.js';

/** Tells which of the tickets $2 customer $3 may see, with those of its company when $4, and what their answers show besides the row. */
const seenBy = (name: string, column: string, type: string): Statement =>
  plannedOnce(
    tenantStatement(
      name,
      `SELECT t.id, ${filesOf('t.id')} AS files, (
         SELECT jsonb_build_object('id', m.id, 'number', m.number) FROM tickets m
         WHERE m.workspace_id = $1 AND m.id = t.merged_into_id) AS "mergedInto", ${FIELDS_OF_ENABLED} AS "fieldIds"
       FROM tickets t WHERE t.workspace_id = $1 AND t.${column} = ANY ($2::${type}[]) AND ${isVisible('$3', '$4')}`,
    ),
  );
export const SEEN_BY_ID = seenBy('portal.seen_by_id', 'id', 'uuid');
export const SEEN_BY_NUMBER = seenBy('portal.seen_by_number', 'number', 'integer');

/** Finds the attached file $2, unless it belongs to a ticket that the customer may not see, or to a note or draft. */
export const SEEN_FILE = plannedOnce(
  tenantStatement(
    'portal.seen_file',
    `SELECT a.id FROM attachments a JOIN tickets t ON t.workspace_id = $1 AND t.id = a.ticket_id
     WHERE a.workspace_id = $1 AND a.id = $2 AND ${isVisible('$3', '$4')} AND (a.record_id = t.id OR EXISTS (
       SELECT FROM comments_for_customers c WHERE c.workspace_id = $1 AND c.id = a.record_id))`,
  ),
);

/** SQL for the parts of a state of the audit trail that customers see. The others may be large, and stay in the database. */
const shownOf = (state: string): string => {
  const names = ['status', 'comment_id', 'author_type', 'author'];
  return `jsonb_build_object(${names.map((name) => `'${name}', ${state} -> '${name}'`).join(', ')})`;
};

/**
 * Finds the events of visible tickets with the actions $4, after position $5 and up to $6, at most $7. Changes of a ticket count only when
 * they name its status.
 */
export const EVENTS = onPrimary(
  plannedEachTime(
    tenantStatement(
      'portal.events',
      `WITH ${theirTickets('$2', '$3')}, visible AS MATERIALIZED (
         SELECT t.id FROM tickets t WHERE t.workspace_id = $1 AND ${IS_VISIBLE})
       SELECT e.id, e.position, e.at, e.action, e.subject_id AS "subjectId", e.ticket_number AS "ticketNumber",
         ${shownOf('e.before')} AS before, ${shownOf('e.after')} AS after
       FROM visible JOIN audit_entries e ON e.workspace_id = $1 AND e.subject_id = visible.id
       WHERE e.workspace_id = $1 AND e.action = ANY ($4::text[]) AND e.position > $5::bigint AND e.position <= $6::bigint
         AND (e.action = 'comment.created' OR e.after ? 'status')
       ORDER BY e.position LIMIT $7`,
    ),
  ),
);

export const IS_MEMBER = tenantStatement(
  'portal.is_member',
  'SELECT id FROM team_members WHERE workspace_id = $1 AND email_key = $2 AND removed_at IS NULL',
);
