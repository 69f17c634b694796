import type { AuditedState, NewAuditEntry } from '../audit/audit-entry.js';
import { entryOfChange } from '../audit/audit-entry.rules.js';
import type { WorkspaceId } from '../kernel/ids.js';

/** What of a workspace can change. */
interface Settings {
  readonly name: string;
  readonly knowledgeBaseName: string;
  /** Null: what the installation says. */
  readonly requestsPerMinute: number | null;
}

/** The entry of the audit trail about a new workspace. */
export function workspaceCreated(
  id: WorkspaceId,
  { subdomain, ...settings }: Settings & { readonly subdomain: string },
): NewAuditEntry {
  const after = { subdomain, ...stateOf(settings) };
  return { action: 'workspace.created', subject: { type: 'workspace', id }, before: null, after };
}

/** About a changed one; none when nothing differs. */
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

/** Names that tickets and customers can be given since now, by what they name. */
export type AddedNames = Readonly<
  Record<'statuses' | 'categories' | 'groups' | 'companies', readonly string[]>
>;

/** About new statuses, categories (by their path), groups and companies; none when there are none. */
export function vocabularyExtended(id: WorkspaceId, added: AddedNames): NewAuditEntry[] {
  const after = Object.fromEntries(Object.entries(added).filter(([, names]) => names.length > 0));
  if (Object.keys(after).length === 0) return [];
  return [{ action: 'vocabulary.extended', subject: { type: 'workspace', id }, before: null, after }];
}

function stateOf({ name, knowledgeBaseName, requestsPerMinute }: Settings): AuditedState {
  return { name, knowledge_base_name: knowledgeBaseName, requests_per_minute: requestsPerMinute };
}
