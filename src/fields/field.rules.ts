import { checkLine, checkOneOf, checkText, checkWholeNumber, type Check } from '../kernel/checks.js';
import type { FieldId, OptionId } from '../kernel/ids.js';
import { differing, snakeCased } from '../kernel/objects.js';
import { DomainError, notFound, type Problems } from '../kernel/errors.js';
import { foldCase } from '../kernel/text.js';
import type { TicketFieldOption, TicketField } from './entities/ticket-field.entity.js';
import { FIELD_KINDS, FIELD_STATES, hasOptions, type FieldKind } from './field.kinds.js';

/** Limits a field [rule 5]. Labels of options have the limit of names. */
export const MAX_NAME_LENGTH = 255;
export const MAX_SLUG_LENGTH = 255;
export const MAX_DISPLAY_ORDER = 2_147_483_647;
/** Limits the fields of a workspace, and the options that can be set, of one field and of all fields together. */
const MAX_FIELDS = 500;
const MAX_OPTIONS = 1_000;
const MAX_OPTIONS_OF_ALL = 10_000;

const SLUG = /^[a-z0-9_]+$/;

/** Lists the properties of a field that can change, except its name. */
const FIELD_SETTINGS = [
  'state',
  'isRequired',
  'isRequiredForAgentWhenSubmittingForm',
  'isRequiredForAgentWhenClosingTicket',
  'displayOrder',
  'placeholderSlug',
] as const;

/** Lists the properties of a field that the audit trail and manifests show, in addition to its options. */
export const FIELD_PROPERTIES = ['name', 'kind', ...FIELD_SETTINGS] as const;

export type FieldSettings = Readonly<Pick<TicketField, (typeof FIELD_SETTINGS)[number]>>;

export type NamedSettings = Partial<FieldSettings & Pick<FieldRow, 'name'>>;

/** Holds an option that can be set. Removed options cannot. */
export type FieldOption = Readonly<Pick<TicketFieldOption, 'id' | 'label' | 'displayOrder'>>;

export interface FieldRow
  extends FieldSettings, Readonly<Pick<TicketField, 'id' | 'name' | 'kind' | 'createdAt' | 'updatedAt'>> {
  /** Options come in display order. Kinds without options have none. */
  readonly options: readonly FieldOption[];
}

/** Describes a field of a manifest. An absent property gets its default in a new field, and stays unchanged in an existing one. */
export interface WantedField extends Partial<FieldSettings> {
  /** Gives a new field its id. An existing field keeps its own. */
  readonly id?: FieldId;
  readonly name: string;
  readonly kind: FieldKind;
  readonly options: readonly string[];
}

/** Describes a new field as a client sent it, without properties of a wrong shape. The options are not checked yet. */
export interface RequestedField extends NamedSettings {
  readonly kind?: FieldKind;
  readonly data?: readonly unknown[];
}

interface FieldDifference {
  readonly changes: NamedSettings;
  readonly renamedOptions: readonly { readonly id: OptionId; readonly from: string; readonly to: string }[];
  readonly missingOptions: readonly string[];
}

/** Names the properties of a field as the API and manifests do. */
export const fieldTerms = (field: FieldRow): Readonly<Record<string, unknown>> =>
  snakeCased(field, FIELD_PROPERTIES);

/** Checks the name of a field, or the label of an option. */
export const checkFieldName: Check = (value) => checkLine(value, { max: MAX_NAME_LENGTH, blank: 'refused' });

export const checkFieldKind: Check = (value) => checkOneOf(value, FIELD_KINDS);

export const checkFieldState: Check = (value) => checkOneOf(value, FIELD_STATES);

export const checkDisplayOrder: Check = (value) =>
  checkWholeNumber(value, { min: 0, max: MAX_DISPLAY_ORDER });

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
  if (name !== undefined && fieldsByName(others).has(foldCase(name)))
    problems.add('field.name', 'is the name of another field');
  if (typeof slug === 'string' && others.some((other) => other.placeholderSlug === slug)) {
    problems.add('field.placeholder_slug', 'is the slug of another field');
  }
}

export function checkFieldLimit(others: readonly FieldRow[], problems: Problems): void {
  if (others.length >= MAX_FIELDS)
    problems.add('field', `cannot be added: a workspace has at most ${MAX_FIELDS} fields`);
}

/** Adds a problem when a field with `present` options, and `others` in other fields, may not get `more` options. */
export function checkOptionLimits(
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

/**
 * Checks that the fields of a workspace can become the wanted ones, one after the other. Problems have paths such as `fields[3].kind`. A
 * wanted field may take a slug that one before it gives up, but none that one before it gets.
 */
export function checkWantedFields(
  wanted: readonly WantedField[],
  existing: readonly FieldRow[],
  problems: Problems,
): void {
  const byName = fieldsByName(existing);
  const holders: SlugHolders = new Map(existing.map(({ placeholderSlug, name }) => [placeholderSlug, name]));
  // The manifest is refused then. Slugs for thousands of fields of one name would take seconds.
  const areTooMany = wanted.length > MAX_FIELDS;
  for (const [index, field] of wanted.entries()) {
    const key = foldCase(field.name);
    const current = byName.get(key);
    if (current && current.kind !== field.kind) {
      problems.add(
        `fields[${index}].kind`,
        `cannot change: the field "${current.name}" is of kind ${current.kind}`,
      );
    }
    const slug = field.placeholderSlug ?? (current || areTooMany ? null : slugBeside(field.name, holders));
    if (slug === null) continue;
    const holder = holders.get(slug);
    if (holder !== undefined && foldCase(holder) !== key) {
      problems.add(`fields[${index}].placeholder_slug`, `is the slug of the field "${holder}"`);
      continue;
    }
    if (current) holders.delete(current.placeholderSlug);
    holders.set(slug, (current ?? field).name);
  }
  checkLimitsOfWanted(wanted, existing, problems);
}

function checkLimitsOfWanted(
  wanted: readonly WantedField[],
  existing: readonly FieldRow[],
  problems: Problems,
): void {
  const current = fieldsByName(existing);
  const added = wanted.filter(({ name }) => !current.has(foldCase(name)));
  if (added.length > 0 && existing.length + added.length > MAX_FIELDS)
    problems.add('fields', `must leave at most ${MAX_FIELDS} fields in the workspace`);
  let all = countOptions(existing);
  for (const [index, field] of wanted.entries()) {
    const labels = new Set(current.get(foldCase(field.name))?.options.map(({ label }) => foldCase(label)));
    const more = field.options.filter((label) => !labels.has(foldCase(label))).length;
    const counts = { present: labels.size, others: all - labels.size };
    checkOptionLimits(more, counts, `fields[${index}].options`, problems);
    all += more;
  }
}

/** Maps fields by their folded names. Two names always differ in more than upper and lower case. */
export function fieldsByName<Field extends { readonly name: string }>(
  fields: readonly Field[],
): ReadonlyMap<string, Field> {
  return new Map(fields.map((field) => [foldCase(field.name), field]));
}

/** Compares an existing field with the wanted one. Options that the wanted field does not name stay. */
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

/** Adds the defaults to the settings of a new field. */
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

/** Makes a slug from a name. It adds a number when the slug is taken: `order_number`, `order_number_2`. */
export function freeSlug(
  name: string,
  others: readonly { readonly placeholderSlug: string | null }[],
): string {
  return slugBeside(name, new Set(others.map(({ placeholderSlug }) => placeholderSlug)));
}

/** The names of fields by their slugs. */
type SlugHolders = Map<string | null, string>;

function slugBeside(name: string, taken: Pick<SlugHolders, 'has'>): string {
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

export const ticketFieldNotFound = notFound('ticket field');

/** Answers with 422: only an inactive field can be deleted [spec 3.1]. */
export function ticketFieldActive(): DomainError {
  return new DomainError(
    'invalid',
    'ticket_field_active',
    'The ticket field is active: set its state to inactive before deleting it.',
    [{ path: 'field_id', message: 'is the id of an active field; only inactive ones can be deleted' }],
  );
}
