import type { FieldDefinition, StoredFieldValues, StoredValue } from '../fields/field-values.rules.js';
import type { FieldKind } from '../fields/field.kinds.js';
import { pick, skewed, whole, type Random } from './random.js';
import { STEPS, TEXTS } from './seed-words.js';

/** How often a field has a value where nothing asks for one. */
const FILLED_IN = 0.5;
const DAY_MS = 24 * 60 * 60 * 1000;

type Maker = (field: FieldDefinition, createdAt: Date, random: Random) => StoredValue | undefined;

const makers: Readonly<Record<FieldKind, Maker>> = {
  text: (_field, _createdAt, random) => `${pick(random, TEXTS) ?? ''} ${whole(random, 1, 999)}`,
  textarea: (_field, _createdAt, random) =>
    Array.from(
      { length: whole(random, 1, 4) },
      (_, index) => `${index + 1}. ${pick(random, STEPS) ?? ''}`,
    ).join('\n'),
  integer: (_field, _createdAt, random) => 1 + skewed(random, 500),
  decimal: (_field, _createdAt, random) => whole(random, 100, 500_000) / 100,
  date: (_field, createdAt, random) =>
    new Date(createdAt.getTime() + whole(random, 1, 365) * DAY_MS).toISOString().slice(0, 10),
  checkbox: (_field, _createdAt, random) => random() < 0.3,
  single_option: ({ options }, _createdAt, random) => options[skewed(random, options.length)]?.id,
  multi_option: ({ options }, _createdAt, random) => {
    const chosen = options.filter(() => random() < 0.4).map(({ id }) => id);
    return chosen.length === 0 ? options.slice(0, 1).map(({ id }) => id) : chosen;
  },
};

/** Values for some of the fields; a closed ticket has all that closing needs. */
export function syntheticValues(
  fields: readonly FieldDefinition[],
  createdAt: Date,
  isClosed: boolean,
  random: Random,
): StoredFieldValues {
  const values = fields.flatMap((field) => {
    const isWanted = random() < FILLED_IN || (isClosed && field.isRequiredForClosing);
    const value = isWanted ? makers[field.kind](field, createdAt, random) : undefined;
    return value === undefined ? [] : [[field.id, value] as const];
  });
  return Object.fromEntries(values);
}
