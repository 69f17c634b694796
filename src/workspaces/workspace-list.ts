import type { Asked } from '../platform/database/role-check.js';
import type { Workspace } from '../platform/tenancy/workspaces/workspace.entity.js';

/** The properties of a workspace that can change. */
export type WorkspaceSettings = Pick<
  Workspace,
  | 'name'
  | 'knowledgeBaseName'
  | 'requestsPerMinute'
  | 'reopenOnReply'
  | 'attachmentQuotaMb'
  | 'attachmentTypes'
  | 'mailFrom'
>;

/** One workspace of the installation. */
export type WorkspaceRow = WorkspaceSettings & Pick<Workspace, 'id' | 'subdomain' | 'createdAt'>;

/** All workspaces of the installation, sorted by subdomain. Without TypeORM: the command line lists them before it loads that. */
export function listWorkspaces(asked: Asked): Promise<WorkspaceRow[]> {
  return asked.query(
    `SELECT id, subdomain, name, knowledge_base_name AS "knowledgeBaseName", created_at AS "createdAt",
       requests_per_minute AS "requestsPerMinute", reopen_on_reply AS "reopenOnReply",
       attachment_quota_mb AS "attachmentQuotaMb", attachment_types AS "attachmentTypes",
       mail_from AS "mailFrom"
     FROM workspaces ORDER BY subdomain`,
  );
}
