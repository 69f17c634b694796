import { checkOneOf, checkText } from '../kernel/checks.js';
import type { FieldId, OptionId } from '../kernel/ids.js';
import { definedOnly } from '../kernel/objects.js';
import type { Problems } from '../kernel/problems.js';
import { foldCase } from '../kernel/text.js';
import { FIELD_KINDS, FIELD_STATES, hasOptions, type FieldKind, type FieldState } from './field.kinds.js';
import { MAX_DISPLAY_ORDER, MAX_NAME_LENGTH, MAX_SLUG_LENGTH } from './field.limits.js';

const SLUG = /^[a-z0-9_]+$/;

/** What of a field can change after its creation. */
export interface FieldSettings {
  readonly state: FieldState;
  readonly isRequired: boolean;
  readonly isRequiredForAgentWhenSubmittingForm: boolean;
  readonly isRequiredForAgentWhenClosingTicket: boolean;
  readonly displayOrder: number;
  readonly placeholderSlug: string | null;
}

/** Some settings, and perhaps a name. */
export type NamedSettings = Partial<FieldSettings> & { readonly name?: string };

/** An option that can be set. */
export interface FieldOption {
  readonly id: OptionId;
  readonly label: string;
  readonly displayOrder: number;
}

/** A field as its row and those of its options hold it. */
export interface FieldRow extends FieldSettings {
  readonly id: FieldId;
  readonly name: string;
  readonly kind: FieldKind;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** In their order; empty for kinds that have none. */
  readonly options: readonly FieldOption[];
}

/** A field that somebody wants; what is absent has its default in a new field and stays in an existing one. */
export interface WantedField extends Partial<FieldSettings> {
  readonly name: string;
  readonly kind: FieldKind;
  /** Labels, in order. */
  readonly options: readonly string[];
}

/** A new field as a client describes it: what was not well-shaped is absent, options are not judged yet. */
export interface RequestedField extends NamedSettings {
  readonly kind?: FieldKind;
  readonly data?: readonly unknown[];
}

/** What an existing field lacks to be the wanted one. */
export interface FieldDifference {
  readonly changes: NamedSettings;
  readonly renamedOptions: readonly { readonly id: OptionId; readonly from: string; readonly to: string }[];
  readonly missingOptions: readonly string[];
}

/** Why a value cannot be the name of a field, or null. */
export function checkFieldName(value: unknown): string | null {
  return checkText(value, { max: MAX_NAME_LENGTH, blank: 'refused' });
}

/** Why a value cannot be the label of an option, or null. */
export const checkOptionLabel = checkFieldName;

/** Why a value cannot be the kind of a field, or null. */
export function checkFieldKind(value: unknown): string | null {
  return checkOneOf(value, FIELD_KINDS);
}

/** Why a value cannot be the state of a field, or null. */
export function checkFieldState(value: unknown): string | null {
  return checkOneOf(value, FIELD_STATES);
}

/** Why a value cannot be a place in the list of fields, or null. */
export function checkDisplayOrder(value: unknown): string | null {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_DISPLAY_ORDER
    ? null
    : `must be a whole number from 0 to ${MAX_DISPLAY_ORDER}`;
}

/** Why a value cannot be a placeholder slug, or null. */
export function checkPlaceholderSlug(value: unknown): string | null {
  const problem = checkText(value, { max: MAX_SLUG_LENGTH });
  if (problem !== null) return problem;
  return SLUG.test(value as string) ? null : 'must consist of a-z, 0-9 and _';
}

/** What is wrong with a field of options that has none, and with options of a field that can have none. */
export const NEEDS_OPTIONS = 'must have at least one option';
export const refusesOptions = (kind: FieldKind): string => `must be absent: a ${kind} field has no options`;

/** Whether a kind and a list of labels fit: at least one for option kinds, none for others, no label twice. */
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

/** What of a field's new name and slug other fields have already. */
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

/**
 * Why the fields of a workspace cannot become the wanted ones. Problems stand at `fields[3].kind` and so on.
 */
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
}

/** The field of that name, compared without regard to case. */
export function findByName<Field extends { readonly name: string }>(
  fields: readonly Field[],
  name: string,
): Field | undefined {
  return fields.find((field) => foldCase(field.name) === foldCase(name));
}

/** What has to be done to an existing field. Options that nobody mentions stay. */
export function differenceOfField(current: FieldRow, wanted: WantedField): FieldDifference {
  const { kind: _kind, options, ...settings } = wanted;
  const byLabel = new Map(current.options.map((option) => [foldCase(option.label), option]));
  return {
    changes: differingSettings(current, settings),
    renamedOptions: options.flatMap((to) => {
      const option = byLabel.get(foldCase(to));
      return option && option.label !== to ? [{ id: option.id, from: option.label, to }] : [];
    }),
    missingOptions: options.filter((label) => !byLabel.has(foldCase(label))),
  };
}

/** Those of the wanted settings that a field does not have already. */
export function differingSettings(current: FieldRow, wanted: NamedSettings): NamedSettings {
  return Object.fromEntries(
    Object.entries(definedOnly(wanted)).filter(
      ([key, value]) => value !== current[key as keyof NamedSettings],
    ),
  );
}

/** The settings of a new field: what was asked for, and the defaults. */
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

/** The place behind the last one. */
export function nextOrder(placed: readonly { readonly displayOrder: number }[]): number {
  const last = placed.reduce((highest, { displayOrder }) => Math.max(highest, displayOrder), -1);
  return Math.min(last + 1, MAX_DISPLAY_ORDER);
}

/** A slug from a name, made unique by a number: `order_number`, `order_number_2`. */
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
