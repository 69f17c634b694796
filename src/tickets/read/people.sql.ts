import { tenantStatement } from '../../platform/tenancy/statement.js';

/** All members, with their folded addresses. */
export const MEMBERS = tenantStatement(
  'tickets.members',
  `SELECT id, email_key AS "emailKey", removed_at IS NOT NULL AS "isRemoved" FROM team_members WHERE workspace_id = $1`,
);
