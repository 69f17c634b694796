import type { AuditedState, NewAuditEntry } from '../events/audit-entry.js';
import { entryOfChange } from '../events/audit-entry.rules.js';
import type { WorkspaceId } from '../kernel/ids.js';

/** The properties of a workspace that can change. */
interface Settings {
  readonly name: string;
  readonly knowledgeBaseName: string;
  /** Null means the installation's limit. */
  readonly requestsPerMinute: number | null;
  readonly reopenOnReply: boolean;
}

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

function stateOf({ name, knowledgeBaseName, requestsPerMinute, reopenOnReply }: Settings): AuditedState {
  return {
    ...{ name, knowledge_base_name: knowledgeBaseName, requests_per_minute: requestsPerMinute },
    reopen_on_reply: reopenOnReply,
  };
}
