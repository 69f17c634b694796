import type { NewAuditEntry } from '../events/audit-entry.js';
import type { WorkspaceId } from '../kernel/ids.js';

/** The names that a change adds, by their kind. */
export type AddedNames = Readonly<
  Record<'statuses' | 'categories' | 'groups' | 'companies', readonly string[]>
>;

/** The audit entry about new statuses, categories (by path), groups and companies; an empty list when there are none. */
export function vocabularyExtended(id: WorkspaceId, added: AddedNames): NewAuditEntry[] {
  const after = Object.fromEntries(Object.entries(added).filter(([, names]) => names.length > 0));
  if (Object.keys(after).length === 0) return [];
  return [{ action: 'vocabulary.extended', subject: { type: 'workspace', id }, before: null, after }];
}
