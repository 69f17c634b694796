import type { FieldId, OptionId } from '../kernel/ids.js';
import type { KnownField, KnownVocabulary } from './known/known-vocabulary.js';
import type { StoredFieldValues, StoredValue } from './field-values.rules.js';

/** A value in an answer: options by their labels, several in their order. */
type ShownValue = string | number | boolean | readonly string[];

/** The values of a ticket by the names of their fields, in display order. The value of an inactive field is left out. */
export function shownValues(
  values: StoredFieldValues,
  { fields }: KnownVocabulary,
): (readonly [name: string, value: ShownValue])[] {
  const shown: [KnownField, StoredValue][] = [];
  for (const id in values) {
    const [field, value] = [fields.get(id as FieldId), values[id]];
    if (field?.isActive === true && value !== undefined) shown.push([field, value]);
  }
  shown.sort(([one], [other]) => one.place - other.place);
  return shown.map(([field, value]) => [field.name, shownValue(field, value)]);
}

/** A removed option keeps its label. */
export function shownValue({ kind, allOptions }: KnownField, value: StoredValue): ShownValue {
  if (kind === 'single_option') return allOptions.get(value as OptionId)?.label ?? '';
  if (kind !== 'multi_option') return value;
  return (value as readonly OptionId[])
    .flatMap((id) => allOptions.get(id) ?? [])
    .sort((one, other) => one.place - other.place)
    .map(({ label }) => label);
}
