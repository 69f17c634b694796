import type { KnownField, KnownVocabulary } from '../../fields/known/known-vocabulary.js';

export type Names = Readonly<Record<string, string>>;

export interface ExportNames extends ExportBounds {
  readonly statuses: Names;
  readonly categories: Names;
  readonly groups: Names;
  /** The active fields are sorted by name. */
  readonly fields: readonly ExportedField[];
}

export interface ExportBounds {
  /** Gives the addresses of present and removed members by id. */
  readonly members: Names;
  readonly lastNumber: number;
}

/** `options` has all options of the field, also removed ones, sorted by label. */
export type ExportedField = Pick<KnownField, 'id' | 'name' | 'kind' | 'options'>;

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
