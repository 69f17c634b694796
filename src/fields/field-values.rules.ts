import { unknownAmong } from '../vocabulary/known-names.rules.js';
import { checkText, isCalendarDay } from '../kernel/checks.js';
import type { FieldId, OptionId } from '../kernel/ids.js';
import { decimalOf } from '../kernel/formats/json-text.js';
import type { Problems } from '../kernel/errors.js';
import { isBlank } from '../kernel/text.js';
import type { FieldKind } from './field.kinds.js';
import type { KnownField, KnownOption, KnownVocabulary } from './known/known-vocabulary.js';

/** The row of a ticket has a day as `YYYY-MM-DD`, an option by its id, and several options in the field's order. */
export type StoredValue = string | number | boolean | readonly OptionId[];

export type StoredFieldValues = Readonly<Record<string, StoredValue>>;

/** Names the properties of a field that reading a value needs. `options` are those that can be set, in their order. */
export interface FieldDefinition extends Pick<
  KnownField,
  'id' | 'name' | 'kind' | 'isRequiredForClosing' | 'isRequiredForSubmitting'
> {
  readonly options: readonly Pick<KnownOption, 'id' | 'label'>[];
}

type ReadValue = { readonly value: StoredValue | null } | { readonly problem: string };

type Reader = (sent: unknown, field: FieldDefinition) => ReadValue;

/** All values of a ticket together have at most this number of bytes of JSON. */
const MAX_BYTES = 1024 * 1024;

export const MAX_CHARACTERS = { text: 1_000, textarea: 65_535 } as const;

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const JSON_INTEGER = /^-?(0|[1-9]\d*)$/;
const MAX_SIGNIFICANT_DIGITS = 15;

const readers: Readonly<Record<FieldKind, Reader>> = {
  text: (sent) => readText(sent, MAX_CHARACTERS.text),
  textarea: (sent) => readText(sent, MAX_CHARACTERS.textarea),
  integer: readInteger,
  decimal: readDecimal,
  date: (sent) =>
    typeof sent === 'string' && isCalendarDay(sent)
      ? { value: sent }
      : { problem: 'must be a calendar day as YYYY-MM-DD' },
  checkbox: (sent) =>
    [true, false, 'true', 'false'].includes(sent as never)
      ? { value: String(sent) === 'true' }
      : { problem: 'must be true or false' },
  single_option: readOption,
  multi_option: readOptions,
};

/** Reads the value that a client or a file sent for a field ([rule 4], the table of field kinds). Null clears the field. */
export function readFieldValue(field: FieldDefinition, sent: unknown): ReadValue {
  return sent === null ? { value: null } : readers[field.kind](sent, field);
}

/** Tells whether a value counts as filled in. A blank text does not. */
export function isFilledIn(value: StoredValue | null | undefined): boolean {
  return value !== null && value !== undefined && !(typeof value === 'string' && isBlank(value));
}

/** Refuses a change that makes the values of a ticket too large together. Larger values from an import may stay, and may become smaller. */
export function checkSizeOfValues(
  before: StoredFieldValues,
  after: StoredFieldValues,
  problems: Problems,
): void {
  const size = sizeOf(after);
  if (size > MAX_BYTES && size > sizeOf(before))
    problems.add('ticket_fields', 'must be at most 1 MiB together with the values that the ticket has');
}

function sizeOf(values: StoredFieldValues): number {
  return Buffer.byteLength(JSON.stringify(values));
}

function readText(sent: unknown, max: number): ReadValue {
  const problem = checkText(sent, { max });
  return problem === null ? { value: sent as string } : { problem };
}

function readInteger(sent: unknown): ReadValue {
  const number = typeof sent === 'string' && JSON_INTEGER.test(sent) ? Number(sent) : sent;
  return Number.isSafeInteger(number)
    ? { value: withoutMinusZero(number as number) }
    : { problem: `must be a whole number from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}` };
}

function readDecimal(sent: unknown): ReadValue {
  const text = typeof sent === 'number' ? String(sent) : sent;
  const digits = typeof text === 'string' && JSON_NUMBER.test(text) ? significantDigits(text) : Number.NaN;
  const number = digits <= MAX_SIGNIFICANT_DIGITS ? Number(text) : Number.NaN;
  // Doubles near zero hold fewer digits: a very small number would be rounded, or become zero.
  return Number.isFinite(number) && significantDigits(String(number)) === digits
    ? { value: withoutMinusZero(number) }
    : { problem: `must be a number of at most ${MAX_SIGNIFICANT_DIGITS} significant digits` };
}

function readOption(sent: unknown, field: FieldDefinition): ReadValue {
  const option = field.options.find(({ label }) => label === sent);
  return option ? { value: option.id } : { problem: notAnOption(field) };
}

function readOptions(sent: unknown, field: FieldDefinition): ReadValue {
  const labels = new Set<unknown>(Array.isArray(sent) ? sent : [sent]);
  const chosen = field.options.filter(({ label }) => labels.has(label));
  if (chosen.length < labels.size) return { problem: notAnOption(field) };
  return { value: chosen.length === 0 ? null : chosen.map(({ id }) => id) };
}

function notAnOption({ kind, options }: FieldDefinition): string {
  const many = kind === 'multi_option' ? 'labels of this field' : 'the label of an option of this field';
  return unknownAmong(
    `must be ${many}`,
    options.map(({ label }) => label),
  );
}

function significantDigits(text: string): number {
  return decimalOf(text).digits.length;
}

function withoutMinusZero(number: number): number {
  return number === 0 ? 0 : number;
}

type ShownValue = string | number | boolean | readonly string[];

/** Names the values of a ticket by their fields, in display order, without those of inactive fields. */
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

/** Replaces the ids of options by their labels, also of removed options. */
export function shownValue({ kind, allOptions }: KnownField, value: StoredValue): ShownValue {
  if (kind === 'single_option') return allOptions.get(value as OptionId)?.label ?? '';
  if (kind !== 'multi_option') return value;
  return (value as readonly OptionId[])
    .flatMap((id) => allOptions.get(id) ?? [])
    .sort((one, other) => one.place - other.place)
    .map(({ label }) => label);
}
