import type { FieldRow } from '../fields/field.rules.js';
import type { FormRow } from '../forms/settings/form.rules.js';
import type { WorkspaceId } from '../kernel/ids.js';
import { snakeCase } from '../kernel/text.js';
import type { Asked } from '../platform/database/role-check.js';
import type { TeamMemberRow } from '../team-members/team-member.rules.js';
import type { Vocabulary } from '../vocabulary/vocabulary.rules.js';
import type { WebhookRow } from '../webhooks/settings/webhook.rules.js';
import type { Workspace } from '../platform/tenancy/workspaces/workspace.entity.js';

/** Lists the properties of a workspace that can change. */
export const WORKSPACE_SETTINGS = [
  'name',
  'knowledgeBaseName',
  'requestsPerMinute',
  'reopenOnReply',
  'followUpOpens',
  'clearFollowUpOnReply',
  'timeZone',
  'attachmentQuotaMb',
  'attachmentTypes',
  'mailFrom',
  'replyTo',
  'mailFooter',
  'replyAddress',
  'blockedSenders',
  'defaultAuthor',
  'remoteImages',
  'mailRelays',
  'colour',
  'logo',
] as const satisfies readonly (keyof Workspace)[];

export type WorkspaceSettings = Pick<Workspace, (typeof WORKSPACE_SETTINGS)[number]>;

export type WorkspaceRow = WorkspaceSettings &
  Pick<Workspace, 'id' | 'subdomain' | 'createdAt' | 'suspendedAt' | 'deletingAt'>;

/** Holds the contents of a workspace except its customers and tickets. */
export interface WorkspaceDetails extends Vocabulary {
  readonly workspace: WorkspaceRow;
  readonly teamMembers: readonly TeamMemberRow[];
  readonly fields: readonly FieldRow[];
  readonly forms: readonly FormRow[];
  readonly webhooks: readonly WebhookRow[];
}

/** Describes a workspace without its logo, which would be most of a long list. */
export type ListedWorkspace = Omit<WorkspaceRow, 'logo'>;

export const LISTED_SETTINGS = WORKSPACE_SETTINGS.filter((name) => name !== 'logo');

/** Tells how a workspace is, in one word. */
export function stateOf(workspace: Pick<Workspace, 'suspendedAt' | 'deletingAt'>): WorkspaceState {
  if (workspace.deletingAt !== null) return 'deleting';
  return workspace.suspendedAt === null ? 'active' : 'suspended';
}

export type WorkspaceState = 'active' | 'suspended' | 'deleting';

/** Finds the id of a workspace; null when there is none. */
export async function findWorkspaceId(asked: Asked, subdomain: string): Promise<WorkspaceId | null> {
  const text = 'SELECT id FROM workspaces WHERE subdomain = $1';
  const [row] = await asked.query<{ id: WorkspaceId }[]>(text, [subdomain.toLowerCase()]);
  return row?.id ?? null;
}

/** Lists all workspaces by subdomain. It does not use TypeORM, which the command line loads only when it must. */
export function listWorkspaces(asked: Asked): Promise<ListedWorkspace[]> {
  const settings = LISTED_SETTINGS.map((name) => `${snakeCase(name)} AS "${name}"`);
  return asked.query(
    `SELECT id, subdomain, created_at AS "createdAt", suspended_at AS "suspendedAt", deleting_at AS "deletingAt", ${settings.join(', ')} FROM workspaces ORDER BY subdomain`,
  );
}
