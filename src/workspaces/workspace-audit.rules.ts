import type { AuditedState, NewAuditEntry } from '../events/audit-entry.js';
import { entryOfChange } from '../events/audit-entry.rules.js';
import type { WorkspaceId } from '../kernel/ids.js';
import type { WorkspaceSettings } from './workspace-list.js';

type Settings = Readonly<WorkspaceSettings>;

/** The audit entry about a new workspace. */
export function workspaceCreated(
  id: WorkspaceId,
  { subdomain, ...settings }: Settings & { readonly subdomain: string },
): NewAuditEntry {
  const after = { subdomain, ...stateOf(settings) };
  return { action: 'workspace.created', subject: { type: 'workspace', id }, before: null, after };
}

/** The audit entry about a changed workspace; an empty list when nothing differs. */
export function workspaceUpdated(
  id: WorkspaceId,
  before: Settings,
  changes: Partial<Settings>,
): NewAuditEntry[] {
  return entryOfChange(
    { action: 'workspace.updated', subject: { type: 'workspace', id } },
    stateOf(before),
    stateOf({ ...before, ...changes }),
  );
}

function stateOf(settings: Settings): AuditedState {
  return {
    name: settings.name,
    knowledge_base_name: settings.knowledgeBaseName,
    requests_per_minute: settings.requestsPerMinute,
    reopen_on_reply: settings.reopenOnReply,
    attachment_quota_mb: settings.attachmentQuotaMb,
    attachment_types: settings.attachmentTypes,
    mail_from: settings.mailFrom,
    reply_to: settings.replyTo,
    mail_footer: settings.mailFooter,
    colour: settings.colour,
    logo: settings.logo,
  };
}
