import type { Asked } from '../platform/database/role-check.js';
import type { Workspace } from '../platform/tenancy/workspaces/workspace.entity.js';

/** The properties of a workspace that can change. */
export const WORKSPACE_SETTINGS = [
  'name',
  'knowledgeBaseName',
  'requestsPerMinute',
  'reopenOnReply',
  'attachmentQuotaMb',
  'attachmentTypes',
  'mailFrom',
  'replyTo',
  'mailFooter',
  'colour',
  'logo',
] as const satisfies readonly (keyof Workspace)[];

export type WorkspaceSettings = Pick<Workspace, (typeof WORKSPACE_SETTINGS)[number]>;

export type WorkspaceRow = WorkspaceSettings & Pick<Workspace, 'id' | 'subdomain' | 'createdAt'>;

/** A workspace without its logo, which would be most of a long list. */
export type ListedWorkspace = Omit<WorkspaceRow, 'logo'>;

/** Lists all workspaces by subdomain. It does without TypeORM, which the command line loads only when it must. */
export function listWorkspaces(asked: Asked): Promise<ListedWorkspace[]> {
  return asked.query(
    `SELECT id, subdomain, name, knowledge_base_name AS "knowledgeBaseName", created_at AS "createdAt",
       requests_per_minute AS "requestsPerMinute", reopen_on_reply AS "reopenOnReply",
       attachment_quota_mb AS "attachmentQuotaMb", attachment_types AS "attachmentTypes",
       mail_from AS "mailFrom", reply_to AS "replyTo", mail_footer AS "mailFooter", colour
     FROM workspaces ORDER BY subdomain`,
  );
}
