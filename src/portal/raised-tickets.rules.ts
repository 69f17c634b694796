import { readFieldValue, isFilledIn } from '../fields/field-values.rules.js';
import type { KnownField } from '../fields/known/known-vocabulary.js';
import type { Problems } from '../kernel/errors.js';
import { fieldPath } from '../tickets/rules/ticket.rules.js';

/**
 * Refuses values of fields that the form does not ask for, and demands those that it must have.
 * @returns the values of its fields, which the writer of tickets judges
 */
export function judgeFields(
  fields: readonly KnownField[],
  values: Readonly<Record<string, unknown>>,
  problems: Problems,
): Readonly<Record<string, unknown>> {
  const known = new Set(fields.map(({ name }) => name));
  for (const name of Object.keys(values))
    if (!known.has(name)) problems.add(fieldPath(name), 'is not a field of this form');
  for (const field of fields)
    if (field.isRequired && isMissing(field, values[field.name]))
      problems.add(fieldPath(field.name), 'is required');
  return Object.fromEntries(Object.entries(values).filter(([name]) => known.has(name)));
}

/** A required tick must be there. A wrong value is not missing: the writer says what is wrong with it. */
function isMissing(field: KnownField, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  const read = readFieldValue(field, value);
  if ('problem' in read) return false;
  return !isFilledIn(read.value) || (field.kind === 'checkbox' && read.value === false);
}
