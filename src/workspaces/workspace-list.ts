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
  | 'replyTo'
  | 'mailFooter'
  | 'colour'
  | 'logo'
>;

/** One workspace of the installation. */
export type WorkspaceRow = WorkspaceSettings & Pick<Workspace, 'id' | 'subdomain' | 'createdAt'>;

/** A workspace without its logo, of which a list of many would consist otherwise. */
export type ListedWorkspace = Omit<WorkspaceRow, 'logo'>;

/** All workspaces of the installation, sorted by subdomain. Without TypeORM: the command line lists them before it loads that. */
export function listWorkspaces(asked: Asked): Promise<ListedWorkspace[]> {
  return asked.query(
    `SELECT id, subdomain, name, knowledge_base_name AS "knowledgeBaseName", created_at AS "createdAt",
       requests_per_minute AS "requestsPerMinute", reopen_on_reply AS "reopenOnReply",
       attachment_quota_mb AS "attachmentQuotaMb", attachment_types AS "attachmentTypes",
       mail_from AS "mailFrom", reply_to AS "replyTo", mail_footer AS "mailFooter", colour
     FROM workspaces ORDER BY subdomain`,
  );
}
