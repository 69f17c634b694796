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
    return { id, name, kind, options: sortedByBytes([...allOptions.values()], ({ label }) => label) };
  });
  return {
    ...bounds,
    statuses: Object.fromEntries(statusNames),
    categories: Object.fromEntries(categoryNames),
    groups: Object.fromEntries(groupNames),
    fields: sortedByBytes(fields, ({ name }) => name),
  };
}

/** Sorts as PostgreSQL does by the collation "C". The bytes of each text are made once: a field may have thousands of options. */
function sortedByBytes<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  return items
    .map((item) => ({ item, bytes: Buffer.from(textOf(item)) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ item }) => item);
}
