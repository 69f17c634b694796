import type { CategoryId, FieldId, GroupId, OptionId, StatusId } from '../../kernel/ids.js';
import type { CategoryRow } from '../../vocabulary/vocabulary.rules.js';
import type { FieldKind } from '../field.kinds.js';

export type CategoryNode = Pick<CategoryRow, 'id' | 'parentId' | 'name'>;

export interface KnownOption {
  readonly id: OptionId;
  readonly label: string;
  /** Tickets may still show a removed option, and no ticket can get it. */
  readonly isRemoved: boolean;
  readonly place: number;
}

export interface KnownField {
  readonly id: FieldId;
  readonly name: string;
  readonly kind: FieldKind;
  readonly isActive: boolean;
  /** A form that asks for the field then needs a value. */
  readonly isRequired: boolean;
  readonly isRequiredForClosing: boolean;
  readonly isRequiredForSubmitting: boolean;
  readonly place: number;
  /** These options can be set. They have their order. */
  readonly options: readonly KnownOption[];
  /** These options include removed ones. They have their order. */
  readonly allOptions: ReadonlyMap<OptionId, KnownOption>;
}

/** Holds ids, and the version of the names that the ids stand for. */
export interface Versioned {
  readonly vocabularyVersion: string | null;
}

/** Holds the names of a workspace as `READ_VOCABULARY` returns them. */
export interface FoundVocabulary {
  readonly version: string | null;
  readonly statuses: readonly (readonly [id: StatusId, name: string])[];
  readonly groups: readonly (readonly [id: GroupId, name: string])[];
  readonly categories: readonly CategoryNode[];
  /** Fields come in display order, each with all of its options in their order. */
  readonly fields: readonly (Omit<KnownField, 'place' | 'options' | 'allOptions'> & {
    readonly options: readonly Omit<KnownOption, 'place'>[];
  })[];
}

/** Holds the names of a workspace in one version, by id and by name. */
export class KnownVocabulary {
  readonly version: string | null;
  /** Estimates the size in memory, in bytes. */
  readonly weight: number;
  readonly statusNames: ReadonlyMap<StatusId, string>;
  readonly statuses: ReadonlyMap<string, StatusId>;
  readonly groupNames: ReadonlyMap<GroupId, string>;
  readonly groups: ReadonlyMap<string, GroupId>;
  readonly categories: readonly CategoryNode[];
  readonly categoryNames: ReadonlyMap<CategoryId, string>;
  readonly fields: ReadonlyMap<FieldId, KnownField>;
  /** Maps exact names to active fields, in display order. */
  readonly activeFields: ReadonlyMap<string, KnownField>;

  constructor({ version, statuses, groups, categories, fields }: FoundVocabulary) {
    this.version = version;
    this.statusNames = new Map(statuses);
    this.statuses = new Map(statuses.map(([id, name]) => [name, id]));
    this.groupNames = new Map(groups);
    this.groups = new Map(groups.map(([id, name]) => [name, id]));
    this.categories = categories;
    this.categoryNames = new Map(categories.map(({ id, name }) => [id, name]));
    const known = fields.map((field, place): KnownField => {
      const all = field.options.map((option, index) => ({ ...option, place: index }));
      const options = all.filter(({ isRemoved }) => !isRemoved);
      return { ...field, place, options, allOptions: new Map(all.map((option) => [option.id, option])) };
    });
    this.fields = new Map(known.map((field) => [field.id, field]));
    this.activeFields = new Map(known.filter(({ isActive }) => isActive).map((field) => [field.name, field]));
    this.weight = weightOf(known, statuses.length + groups.length + categories.length);
  }
}

/** Bytes of an entry in maps, with its id and a name of usual length (docs/grow.md). */
const ENTRY_BYTES = 330;

function weightOf(fields: readonly KnownField[], names: number): number {
  const options = fields.reduce((sum, { allOptions: { size } }) => sum + size, 0);
  return ENTRY_BYTES * (1 + names + fields.length + options);
}

export const NO_VOCABULARY = new KnownVocabulary({
  version: null,
  statuses: [],
  groups: [],
  categories: [],
  fields: [],
});
