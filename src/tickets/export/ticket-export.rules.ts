import type { FieldId } from '../../kernel/ids.js';
import type { FieldKind } from '../../fields/field.kinds.js';
import type { KnownVocabulary } from '../../fields/known/known-vocabulary.js';

/** Names or addresses by id. */
export type Names = Readonly<Record<string, string>>;

export interface ExportNames extends ExportBounds {
  readonly statuses: Names;
  readonly categories: Names;
  readonly groups: Names;
  /** Active fields, sorted by name. */
  readonly fields: readonly ExportedField[];
}

export interface ExportBounds {
  /** Addresses by id, also of removed members. */
  readonly members: Names;
  readonly lastNumber: number;
}

export interface ExportedField {
  readonly id: FieldId;
  readonly name: string;
  readonly kind: FieldKind;
  /** Its options, removed ones too, sorted by label. */
  readonly options: readonly { readonly id: string; readonly label: string }[];
}

/** Prepares the names of a vocabulary, fields and options sorted by their bytes. */
export function exportNames(vocabulary: KnownVocabulary, bounds: ExportBounds): ExportNames {
  const { statusNames, categoryNames, groupNames, activeFields } = vocabulary;
  const fields = [...activeFields.values()].map(({ id, name, kind, allOptions }) => {
    const options = [...allOptions.values()];
    return { id, name, kind, options: options.sort((one, other) => byBytes(one.label, other.label)) };
  });
  return {
    ...bounds,
    statuses: Object.fromEntries(statusNames),
    categories: Object.fromEntries(categoryNames),
    groups: Object.fromEntries(groupNames),
    fields: fields.sort((one, other) => byBytes(one.name, other.name)),
  };
}

function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
