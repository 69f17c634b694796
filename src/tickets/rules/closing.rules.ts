import { isFilledIn, type FieldDefinition, type StoredFieldValues } from '../../fields/field-values.rules.js';
import type { Problems } from '../../kernel/problems.js';

/**
 * Closing a ticket needs a value in every field that is required for closing. An import takes closed tickets `as_recorded`:
 * they were closed before this workspace had these fields.
 */
export type ClosingRule = 'needs_required_fields' | 'as_recorded';

/** Where problems of a field value stand. */
export const fieldPath = (name: string): string => `ticket_fields.${name}`;

/** A problem at each field that is required for closing and has no value. A value that is refused already counts once. */
export function checkFieldsForClosing(
  fields: Iterable<FieldDefinition>,
  values: StoredFieldValues,
  problems: Problems,
): void {
  for (const { id, name, isRequiredForClosing } of fields) {
    if (isRequiredForClosing && !isFilledIn(values[id]) && !problems.has(fieldPath(name)))
      problems.add(fieldPath(name), 'is required before the ticket can be closed');
  }
}

/** The same for each field that an agent must fill in to raise a ticket (extensions, section 11). */
export function checkFieldsForSubmitting(
  fields: Iterable<FieldDefinition>,
  values: StoredFieldValues,
  problems: Problems,
): void {
  for (const { id, name, isRequiredForSubmitting } of fields) {
    if (isRequiredForSubmitting && !isFilledIn(values[id]) && !problems.has(fieldPath(name)))
      problems.add(fieldPath(name), 'is required');
  }
}
