import { isDeepStrictEqual } from 'node:util';
import type { AuditedState, NewAuditEntry } from './audit-entry.js';

/** The entry about a change from one state to another; an empty list when nothing differs. */
export function entryOfChange(
  about: Pick<NewAuditEntry, 'action' | 'subject'>,
  before: AuditedState,
  after: AuditedState,
): NewAuditEntry[] {
  const difference = differenceOfStates(before, after);
  return difference ? [{ ...about, ...difference }] : [];
}

/** The properties that differ, with their old and new values; null when none does. */
function differenceOfStates(
  before: AuditedState,
  after: AuditedState,
): Pick<NewAuditEntry, 'before' | 'after'> | null {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (names.length === 0) return null;
  const of = (state: AuditedState): AuditedState =>
    Object.fromEntries(names.map((name) => [name, state[name] ?? null]));
  return { before: of(before), after: of(after) };
}
