import type { AuditedState, NewAuditEntry } from '../events/audit-entry.js';
import { entryOfChange } from '../events/audit-entry.rules.js';
import type { WorkspaceId } from '../kernel/ids.js';
import { snakeCased } from '../kernel/objects.js';
import { WORKSPACE_SETTINGS, type WorkspaceSettings } from './workspace-list.js';

/** The audit entry about a new workspace. */
export function workspaceCreated(
  id: WorkspaceId,
  { subdomain, ...settings }: WorkspaceSettings & { readonly subdomain: string },
): NewAuditEntry {
  const after = { subdomain, ...stateOf(settings) };
  return { action: 'workspace.created', subject: { type: 'workspace', id }, before: null, after };
}

/** The audit entry about a changed workspace; an empty list when nothing differs. */
export function workspaceUpdated(
  id: WorkspaceId,
  before: WorkspaceSettings,
  changes: Partial<WorkspaceSettings>,
): NewAuditEntry[] {
  return entryOfChange(
    { action: 'workspace.updated', subject: { type: 'workspace', id } },
    stateOf(before),
    stateOf({ ...before, ...changes }),
  );
}

const stateOf = (settings: WorkspaceSettings): AuditedState => snakeCased(settings, WORKSPACE_SETTINGS);
