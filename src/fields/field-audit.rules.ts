import { type AuditedState, type NewAuditEntry, about, entryOfChange } from '../events/audit-entry.js';
import { hasOptions } from './field.kinds.js';
import { fieldTerms, type FieldRow } from './field.rules.js';

export function fieldCreated(field: FieldRow): NewAuditEntry {
  return { ...about('field.created', field.id), before: null, after: stateOf(field) };
}

/** Makes the audit entry about a changed field. It makes none when nothing differs. */
export function fieldUpdated(before: FieldRow, after: FieldRow): NewAuditEntry[] {
  return entryOfChange(about('field.updated', after.id), stateOf(before), stateOf(after));
}

/** Makes the audit entry about a deleted field. It does not record the values that tickets lose. */
export function fieldDeleted(field: FieldRow): NewAuditEntry {
  return { ...about('field.deleted', field.id), before: stateOf(field), after: null };
}

function stateOf(field: FieldRow): AuditedState {
  return {
    ...fieldTerms(field),
    ...(hasOptions(field.kind) && { options: field.options.map(({ id, label }) => ({ id, label })) }),
  };
}
