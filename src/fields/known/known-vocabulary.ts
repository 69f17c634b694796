import type { CategoryId, FieldId, GroupId, OptionId, StatusId } from '../../kernel/ids.js';
import type { CategoryRow } from '../../vocabulary/vocabulary.rules.js';
import type { FieldKind } from '../field.kinds.js';

export type CategoryNode = Pick<CategoryRow, 'id' | 'parentId' | 'name'>;

export interface KnownOption {
  readonly id: OptionId;
  readonly label: string;
  /** Tickets may still show it, and no ticket can get it. */
  readonly isRemoved: boolean;
  /** Its place in the display order. */
  readonly place: number;
}

export interface KnownField {
  readonly id: FieldId;
  readonly name: string;
  readonly kind: FieldKind;
  readonly isActive: boolean;
  /** Whether a form that asks for it needs a value. */
  readonly isRequired: boolean;
  readonly isRequiredForClosing: boolean;
  readonly isRequiredForSubmitting: boolean;
  /** Its place in the display order. */
  readonly place: number;
  /** Those that can be set, in their order. */
  readonly options: readonly KnownOption[];
  /** All of them in their order, the removed ones too. */
  readonly allOptions: ReadonlyMap<OptionId, KnownOption>;
}

/** A row with ids, and the version of the names that the ids stand for. */
export interface Versioned {
  readonly vocabularyVersion: string | null;
}

/** The names of a workspace, as `READ_VOCABULARY` returns them. */
export interface FoundVocabulary {
  readonly version: string | null;
  readonly statuses: readonly (readonly [id: StatusId, name: string])[];
  readonly groups: readonly (readonly [id: GroupId, name: string])[];
  readonly categories: readonly CategoryNode[];
  /** In display order, each with all of its options in their order. */
  readonly fields: readonly (Omit<KnownField, 'place' | 'options' | 'allOptions'> & {
    readonly options: readonly Omit<KnownOption, 'place'>[];
  })[];
}

/** The names of a workspace in one version, by id and by name. A removed name cannot be set, but its id still stands for it. */
export class KnownVocabulary {
  readonly version: string | null;
  /** Roughly, in bytes. */
  readonly weight: number;
  readonly statusNames: ReadonlyMap<StatusId, string>;
  readonly statuses: ReadonlyMap<string, StatusId>;
  readonly groupNames: ReadonlyMap<GroupId, string>;
  readonly groups: ReadonlyMap<string, GroupId>;
  readonly categories: readonly CategoryNode[];
  readonly categoryNames: ReadonlyMap<CategoryId, string>;
  readonly fields: ReadonlyMap<FieldId, KnownField>;
  /** Active fields by their exact name, in display order. */
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

/** Bytes of an entry in maps, with its id and a name of usual length (docs/performance.md). */
const ENTRY_BYTES = 330;

function weightOf(fields: readonly KnownField[], names: number): number {
  const options = fields.reduce((sum, { allOptions: { size } }) => sum + size, 0);
  return ENTRY_BYTES * (1 + names + fields.length + options);
}

/** The names of none. */
export const NO_VOCABULARY = new KnownVocabulary({
  version: null,
  statuses: [],
  groups: [],
  categories: [],
  fields: [],
});
