import type { AuditedState, NewAuditEntry } from '../events/audit-entry.js';
import { entryOfChange } from '../events/audit-entry.rules.js';
import { hasOptions } from './field.kinds.js';
import { fieldTerms, type FieldRow } from './field.rules.js';

/** The audit entry about a new field. */
export function fieldCreated(field: FieldRow): NewAuditEntry {
  return { action: 'field.created', subject: subjectOf(field), before: null, after: stateOf(field) };
}

/** The audit entry about a changed field; an empty list when nothing differs. */
export function fieldUpdated(before: FieldRow, after: FieldRow): NewAuditEntry[] {
  return entryOfChange(
    { action: 'field.updated', subject: subjectOf(after) },
    stateOf(before),
    stateOf(after),
  );
}

/** The audit entry about a deleted field. The values that tickets lose are not recorded. */
export function fieldDeleted(field: FieldRow): NewAuditEntry {
  return { action: 'field.deleted', subject: subjectOf(field), before: stateOf(field), after: null };
}

function subjectOf({ id }: FieldRow): NewAuditEntry['subject'] {
  return { type: 'field', id };
}

function stateOf(field: FieldRow): AuditedState {
  return {
    ...fieldTerms(field),
    ...(hasOptions(field.kind) && { options: field.options.map(({ id, label }) => ({ id, label })) }),
  };
}
