import type { FieldId, OptionId } from '../../../../src/kernel/ids.js';
import type { KnownField } from '../../../../src/fields/known/known-vocabulary.js';

/** Ids by name: `id of <name>`. */
export const idsOf = <Id extends string>(...names: string[]): Map<string, Id> =>
  new Map(names.map((name) => [name, `id of ${name}` as Id]));

/** A field whose id is `id of <name>`, with options by their labels. */
export const aField = (
  name: string,
  kind: KnownField['kind'] = 'text',
  labels: readonly string[] = [],
): KnownField => {
  const options = labels.map((label, place) => ({
    id: `id of ${label}` as OptionId,
    label,
    isRemoved: false,
    place,
  }));
  return {
    id: `id of ${name}` as FieldId,
    name,
    kind,
    isActive: true,
    isRequired: false,
    isRequiredForClosing: false,
    isRequiredForSubmitting: false,
    place: 0,
    options,
    allOptions: new Map(options.map((option) => [option.id, option])),
  };
};

export const requiredForClosing = (field: KnownField): KnownField => ({
  ...field,
  isRequiredForClosing: true,
});

export const byName = (...fields: KnownField[]): Map<string, KnownField> =>
  new Map(fields.map((field) => [field.name, field]));
