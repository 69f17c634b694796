import type { FieldDefinition } from '../../fields/field-values.rules.js';
import type { FieldKind } from '../../vocabulary/field.kinds.js';
import { pick, skewed, whole, type Random } from './random.js';
import { STEPS, TEXTS } from './seed-words.js';

/** The share of tickets that have a value in a field that does not need one. */
const FILLED_IN = 0.5;
const DAY_MS = 24 * 60 * 60 * 1000;

type Maker = (field: FieldDefinition, createdAt: Date, random: Random) => unknown;

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
  single_option: ({ options }, _createdAt, random) => options[skewed(random, options.length)]?.label,
  multi_option: ({ options }, _createdAt, random) => {
    const chosen = options.filter(() => random() < 0.4);
    return (chosen.length === 0 ? options.slice(0, 1) : chosen).map(({ label }) => label);
  },
};

/** Values for some of the fields, by name. A closed ticket has a value in every field that is required for closing. */
export function syntheticValues(
  fields: readonly FieldDefinition[],
  createdAt: Date,
  isClosed: boolean,
  random: Random,
): Readonly<Record<string, unknown>> {
  const values = fields.flatMap((field) => {
    const isWanted = random() < FILLED_IN || (isClosed && field.isRequiredForClosing);
    const value = isWanted ? makers[field.kind](field, createdAt, random) : undefined;
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(values);
}
