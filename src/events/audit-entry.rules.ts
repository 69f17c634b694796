import { isDeepStrictEqual } from 'node:util';
import type { AuditedState, NewAuditEntry } from './audit-entry.js';

/** Makes the entry about a change, with the properties that differ; an empty list when none does. */
export function entryOfChange(
  about: Pick<NewAuditEntry, 'action' | 'subject'>,
  before: AuditedState,
  after: AuditedState,
): NewAuditEntry[] {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (names.length === 0) return [];
  const differing = (state: AuditedState): AuditedState =>
    Object.fromEntries(names.map((name) => [name, state[name] ?? null]));
  return [{ ...about, before: differing(before), after: differing(after) }];
}
