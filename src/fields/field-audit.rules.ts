import type { AuditedState, NewAuditEntry } from '../audit/audit-entry.js';
import { entryOfChange } from '../audit/audit-entry.rules.js';
import { hasOptions } from './field.kinds.js';
import type { FieldRow } from './field.rules.js';
import { fieldTerms } from './field.terms.js';

/** The entry of the audit trail about a new field. */
export function fieldCreated(field: FieldRow): NewAuditEntry {
  return { action: 'field.created', subject: subjectOf(field), before: null, after: stateOf(field) };
}

/** About a changed one; none when nothing differs. */
export function fieldUpdated(before: FieldRow, after: FieldRow): NewAuditEntry[] {
  return entryOfChange(
    { action: 'field.updated', subject: subjectOf(after) },
    stateOf(before),
    stateOf(after),
  );
}

/** About a deleted one. The values of tickets that go with it are not in the trail. */
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
