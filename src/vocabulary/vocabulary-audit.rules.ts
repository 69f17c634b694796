import type { NewAuditEntry } from '../events/audit-entry.js';
import type { WorkspaceId } from '../kernel/ids.js';
import type { Vocabulary } from './vocabulary.rules.js';

/** The audit entry about new statuses, categories (by path), groups and companies; an empty list when there are none. */
export function vocabularyExtended(
  id: WorkspaceId,
  added: Readonly<Record<keyof Vocabulary, readonly string[]>>,
): NewAuditEntry[] {
  const after = Object.fromEntries(Object.entries(added).filter(([, names]) => names.length > 0));
  if (Object.keys(after).length === 0) return [];
  return [{ action: 'vocabulary.extended', subject: { type: 'workspace', id }, before: null, after }];
}
