import { snakeCase } from '../kernel/text.js';
import type { Asked } from '../platform/database/role-check.js';
import type { Workspace } from '../platform/tenancy/workspaces/workspace.entity.js';

/** Lists the properties of a workspace that can change. */
export const WORKSPACE_SETTINGS = [
  'name',
  'knowledgeBaseName',
  'requestsPerMinute',
  'reopenOnReply',
  'timeZone',
  'attachmentQuotaMb',
  'attachmentTypes',
  'mailFrom',
  'replyTo',
  'mailFooter',
  'replyAddress',
  'blockedSenders',
  'colour',
  'logo',
] as const satisfies readonly (keyof Workspace)[];

export type WorkspaceSettings = Pick<Workspace, (typeof WORKSPACE_SETTINGS)[number]>;

export type WorkspaceRow = WorkspaceSettings &
  Pick<Workspace, 'id' | 'subdomain' | 'createdAt' | 'suspendedAt'>;

/** Describes a workspace without its logo, which would be most of a long list. */
export type ListedWorkspace = Omit<WorkspaceRow, 'logo'>;

export const LISTED_SETTINGS = WORKSPACE_SETTINGS.filter((name) => name !== 'logo');

/** Lists all workspaces by subdomain. It does without TypeORM, which the command line loads only when it must. */
export function listWorkspaces(asked: Asked): Promise<ListedWorkspace[]> {
  const settings = LISTED_SETTINGS.map((name) => `${snakeCase(name)} AS "${name}"`);
  return asked.query(
    `SELECT id, subdomain, created_at AS "createdAt", suspended_at AS "suspendedAt", ${settings.join(', ')} FROM workspaces ORDER BY subdomain`,
  );
}
