import type { AuditedState, NewAuditEntry } from '../events/audit-entry.js';
import { entryOfChange } from '../events/audit-entry.rules.js';
import { snakeCased } from '../kernel/objects.js';
import { FORM_SETTINGS, type FormRow } from './form.rules.js';

/** The audit entry about a new form. */
export function formCreated(form: FormRow): NewAuditEntry {
  return { action: 'form.created', subject: subjectOf(form), before: null, after: stateOf(form) };
}

/** The audit entry about a changed form; an empty list when nothing differs. */
export function formUpdated(before: FormRow, after: FormRow): NewAuditEntry[] {
  return entryOfChange(
    { action: 'form.updated', subject: subjectOf(after) },
    stateOf(before),
    stateOf(after),
  );
}

function subjectOf({ id }: FormRow): NewAuditEntry['subject'] {
  return { type: 'form', id };
}

function stateOf(form: FormRow): AuditedState {
  const { title, slug, isEnabled, fieldIds } = form;
  return { title, slug, enabled: isEnabled, field_ids: fieldIds, ...snakeCased(form, FORM_SETTINGS) };
}
