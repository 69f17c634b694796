import { filesOf } from '../attachments/attachments.sql.js';
import { tenantStatement, type Statement } from '../platform/tenancy/statement.js';

/** A draft with its author. No row: there is no such ticket; a row without an id: it has no such draft. */
const SHOWN = (column: string): string => `
  SELECT d.id, d.comment_type AS "commentType", d.customer_id AS "customerId", d.team_member_id AS "teamMemberId",
    d.content, d.mentioned_ids AS "mentionedIds", d.updated_at AS "updatedAt", ${filesOf('d.id')} AS files,
    coalesce(m.first_name, c.first_name) AS "authorFirstName", coalesce(m.last_name, c.last_name) AS "authorLastName",
    coalesce(m.email, c.primary_email) AS "authorEmail"
  FROM tickets t LEFT JOIN comment_drafts d ON d.workspace_id = $1 AND d.ticket_id = t.id AND d.comment_type = $3
  LEFT JOIN team_members m ON m.workspace_id = $1 AND m.id = d.team_member_id
  LEFT JOIN customers c ON c.workspace_id = $1 AND c.id = d.customer_id
  WHERE t.workspace_id = $1 AND t.${column} = $2`;

/** $2 the ticket, $3 the type. Whoever writes a draft holds the lock of its ticket. */
const find = (name: string, column: string): Statement => tenantStatement(name, SHOWN(column));

export const FIND_BY_TICKET_ID = find('comment_drafts.find_by_ticket_id', 'id');
export const FIND_BY_TICKET_NUMBER = find('comment_drafts.find_by_ticket_number', 'number');

/** $2 id of a new draft, $3 ticket, $4 type, $5 customer, $6 member, $7 content, $8 mentioned members, $9 now. One of the same type keeps its id. */
export const SAVE = tenantStatement(
  'comment_drafts.save',
  `INSERT INTO comment_drafts (workspace_id, id, ticket_id, comment_type, customer_id, team_member_id, content, mentioned_ids, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   ON CONFLICT (workspace_id, ticket_id, comment_type) DO UPDATE SET customer_id = EXCLUDED.customer_id,
     team_member_id = EXCLUDED.team_member_id, content = EXCLUDED.content, mentioned_ids = EXCLUDED.mentioned_ids,
     updated_at = greatest(EXCLUDED.updated_at, comment_drafts.updated_at)`,
);

/** $2 id. */
export const DELETE = tenantStatement(
  'comment_drafts.delete',
  'DELETE FROM comment_drafts WHERE workspace_id = $1 AND id = $2',
);

/** $2 id, $3 the key. Deletes nothing when the member for whom the key speaks is removed. */
export const DELETE_BY_KEY = tenantStatement(
  'comment_drafts.delete_by_key',
  `DELETE FROM comment_drafts WHERE workspace_id = $1 AND id = $2 AND NOT EXISTS (
     SELECT FROM api_key_members k JOIN team_members m ON m.workspace_id = $1 AND m.id = k.team_member_id
     WHERE k.workspace_id = $1 AND k.api_key_id = $3::uuid AND m.removed_at IS NOT NULL)
   RETURNING id`,
);
