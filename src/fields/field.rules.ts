import { checkLine, checkOneOf, checkText, type Check } from '../kernel/checks.js';
import type { FieldId, OptionId } from '../kernel/ids.js';
import { differing, snakeCased } from '../kernel/objects.js';
import type { Problems } from '../kernel/problems.js';
import { foldCase } from '../kernel/text.js';
import { FIELD_KINDS, FIELD_STATES, hasOptions, type FieldKind, type FieldState } from './field.kinds.js';

/** Sizes of a field (decisions, section 5). The limit is the same for names and labels of options. */
export const MAX_NAME_LENGTH = 255;
export const MAX_SLUG_LENGTH = 255;
export const MAX_DISPLAY_ORDER = 2_147_483_647;
/** Fields of a workspace, and options that can be set: of one field, and of all fields of a workspace. */
const MAX_FIELDS = 500;
const MAX_OPTIONS = 1_000;
const MAX_OPTIONS_OF_ALL = 10_000;

const SLUG = /^[a-z0-9_]+$/;

/** The properties of a field that the audit trail and manifests show, besides its options. */
export const FIELD_PROPERTIES = [
  'name',
  'kind',
  'state',
  'isRequired',
  'isRequiredForAgentWhenSubmittingForm',
  'isRequiredForAgentWhenClosingTicket',
  'displayOrder',
  'placeholderSlug',
] as const;

/** The properties of a field that can change, except its name. */
export interface FieldSettings {
  readonly state: FieldState;
  readonly isRequired: boolean;
  readonly isRequiredForAgentWhenSubmittingForm: boolean;
  readonly isRequiredForAgentWhenClosingTicket: boolean;
  readonly displayOrder: number;
  readonly placeholderSlug: string | null;
}

export type NamedSettings = Partial<FieldSettings> & { readonly name?: string };

/** An option that can be set, so not a removed one. */
export interface FieldOption {
  readonly id: OptionId;
  readonly label: string;
  readonly displayOrder: number;
}

export interface FieldRow extends FieldSettings {
  readonly id: FieldId;
  readonly name: string;
  readonly kind: FieldKind;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** In display order; empty for kinds without options. */
  readonly options: readonly FieldOption[];
}

/** A field of a manifest. An absent property gets its default in a new field, and stays in an existing one. */
export interface WantedField extends Partial<FieldSettings> {
  /** The id of a new field. One that is there keeps its own. */
  readonly id?: FieldId;
  readonly name: string;
  readonly kind: FieldKind;
  readonly options: readonly string[];
}

/** A new field as a client sent it. Properties of a wrong shape are absent; the options are not checked yet. */
export interface RequestedField extends NamedSettings {
  readonly kind?: FieldKind;
  readonly data?: readonly unknown[];
}

/** The changes that make an existing field the wanted one. */
export interface FieldDifference {
  readonly changes: NamedSettings;
  readonly renamedOptions: readonly { readonly id: OptionId; readonly from: string; readonly to: string }[];
  readonly missingOptions: readonly string[];
}

/** The properties of a field without its options, named as in the API and in manifests. */
export const fieldTerms = (field: FieldRow): Readonly<Record<string, unknown>> =>
  snakeCased(field, FIELD_PROPERTIES);

/** Checks the name of a field, or the label of an option. */
export const checkFieldName: Check = (value) => checkLine(value, { max: MAX_NAME_LENGTH, blank: 'refused' });

export const checkFieldKind: Check = (value) => checkOneOf(value, FIELD_KINDS);

export const checkFieldState: Check = (value) => checkOneOf(value, FIELD_STATES);

/** Checks the position of a field in the list. */
export function checkDisplayOrder(value: unknown): string | null {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_DISPLAY_ORDER
    ? null
    : `must be a whole number from 0 to ${MAX_DISPLAY_ORDER}`;
}

export function checkPlaceholderSlug(value: unknown): string | null {
  const problem = checkText(value, { max: MAX_SLUG_LENGTH });
  if (problem !== null) return problem;
  return SLUG.test(value as string) ? null : 'must consist of a-z, 0-9 and _';
}

export const NEEDS_OPTIONS = 'must have at least one option';
export const refusesOptions = (kind: FieldKind): string => `must be absent: a ${kind} field has no options`;

/** Checks that option kinds have a label, that other kinds have none, and that no label comes twice. */
export function checkOptionsOfKind(
  kind: FieldKind,
  labels: readonly unknown[],
  path: string,
  problems: Problems,
): void {
  if (hasOptions(kind) && labels.length === 0) problems.add(path, NEEDS_OPTIONS);
  if (!hasOptions(kind) && labels.length > 0) problems.add(path, refusesOptions(kind));
  const seen = new Set<string>();
  for (const [index, label] of labels.entries()) {
    if (typeof label !== 'string') continue;
    if (seen.has(foldCase(label))) problems.add(`${path}[${index}]`, 'is in the list already');
    seen.add(foldCase(label));
  }
}

/** Adds a problem when another field already has the name or the slug. */
export function checkBesideOthers(
  { name, placeholderSlug: slug }: Partial<Pick<FieldRow, 'name' | 'placeholderSlug'>>,
  others: readonly FieldRow[],
  problems: Problems,
): void {
  if (name !== undefined && findByName(others, name))
    problems.add('field.name', 'is the name of another field');
  if (typeof slug === 'string' && others.some((other) => other.placeholderSlug === slug)) {
    problems.add('field.placeholder_slug', 'is the slug of another field');
  }
}

export function checkRoomForField(others: readonly FieldRow[], problems: Problems): void {
  if (others.length >= MAX_FIELDS)
    problems.add('field', `cannot be added: a workspace has at most ${MAX_FIELDS} fields`);
}

/** Adds a problem when a field with `present` options, beside `others` in other fields, has no room for `more`. */
export function checkRoomForOptions(
  more: number,
  { present, others }: { readonly present: number; readonly others: number },
  path: string,
  problems: Problems,
): void {
  if (more <= 0) return;
  const count = present + more;
  if (count > MAX_OPTIONS) problems.add(path, `must leave at most ${MAX_OPTIONS} options in the field`);
  else if (count + others > MAX_OPTIONS_OF_ALL)
    problems.add(path, `must leave at most ${MAX_OPTIONS_OF_ALL} options in all fields of the workspace`);
}

export function countOptions(fields: readonly Pick<FieldRow, 'options'>[]): number {
  return fields.reduce((sum, { options }) => sum + options.length, 0);
}

/** Checks that the fields of a workspace can become the wanted ones. Problems stand at paths such as `fields[3].kind`. */
export function checkWantedFields(
  wanted: readonly WantedField[],
  existing: readonly FieldRow[],
  problems: Problems,
): void {
  for (const [index, field] of wanted.entries()) {
    const current = findByName(existing, field.name);
    if (current && current.kind !== field.kind) {
      problems.add(
        `fields[${index}].kind`,
        `cannot change: the field "${current.name}" is of kind ${current.kind}`,
      );
    }
    const slug = field.placeholderSlug;
    const holder = typeof slug === 'string' && existing.find((other) => other.placeholderSlug === slug);
    if (holder && holder !== current) {
      problems.add(`fields[${index}].placeholder_slug`, `is the slug of the field "${holder.name}"`);
    }
  }
  checkRoomForWanted(wanted, existing, problems);
}

function checkRoomForWanted(
  wanted: readonly WantedField[],
  existing: readonly FieldRow[],
  problems: Problems,
): void {
  const current = new Map(existing.map((field) => [foldCase(field.name), field]));
  const added = wanted.filter(({ name }) => !current.has(foldCase(name)));
  if (added.length > 0 && existing.length + added.length > MAX_FIELDS)
    problems.add('fields', `must leave at most ${MAX_FIELDS} fields in the workspace`);
  let all = countOptions(existing);
  for (const [index, field] of wanted.entries()) {
    const labels = new Set(current.get(foldCase(field.name))?.options.map(({ label }) => foldCase(label)));
    const more = field.options.filter((label) => !labels.has(foldCase(label))).length;
    const room = { present: labels.size, others: all - labels.size };
    checkRoomForOptions(more, room, `fields[${index}].options`, problems);
    all += more;
  }
}

/** Finds a field by its name, without regard to case. */
export function findByName<Field extends { readonly name: string }>(
  fields: readonly Field[],
  name: string,
): Field | undefined {
  return fields.find((field) => foldCase(field.name) === foldCase(name));
}

/** Compares an existing field with the wanted one. Options that the wanted field does not mention stay. */
export function differenceOfField(current: FieldRow, wanted: WantedField): FieldDifference {
  const { id: _id, kind: _kind, options, ...settings } = wanted;
  const byLabel = new Map(current.options.map((option) => [foldCase(option.label), option]));
  return {
    changes: differing<NamedSettings>(current, settings),
    renamedOptions: options.flatMap((to) => {
      const option = byLabel.get(foldCase(to));
      return option && option.label !== to ? [{ id: option.id, from: option.label, to }] : [];
    }),
    missingOptions: options.filter((label) => !byLabel.has(foldCase(label))),
  };
}

/** Fills the settings of a new field up with the defaults. */
export function settingsOfNewField(field: WantedField, others: readonly FieldRow[]): FieldSettings {
  return {
    state: field.state ?? 'active',
    isRequired: field.isRequired ?? false,
    isRequiredForAgentWhenSubmittingForm: field.isRequiredForAgentWhenSubmittingForm ?? false,
    isRequiredForAgentWhenClosingTicket: field.isRequiredForAgentWhenClosingTicket ?? false,
    displayOrder: field.displayOrder ?? nextOrder(others),
    placeholderSlug: field.placeholderSlug ?? freeSlug(field.name, others),
  };
}

export function nextOrder(placed: readonly { readonly displayOrder: number }[]): number {
  const last = placed.reduce((highest, { displayOrder }) => Math.max(highest, displayOrder), -1);
  return Math.min(last + 1, MAX_DISPLAY_ORDER);
}

/** Makes a slug from a name. Adds a number when the slug is taken: `order_number`, `order_number_2`. */
export function freeSlug(
  name: string,
  others: readonly { readonly placeholderSlug: string | null }[],
): string {
  const taken = new Set(others.map(({ placeholderSlug }) => placeholderSlug));
  const plain = slugOf(name);
  let slug = plain;
  for (let number = 2; taken.has(slug); number++) slug = `${plain}_${number}`;
  return slug;
}

function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_SLUG_LENGTH - 10)
    .replace(/^_+|_+$/g, '');
  return slug === '' ? 'field' : slug;
}
