import { pick, skewed, whole } from './random.mjs';
import { STEPS, TEXTS } from './words.mjs';

/** This share of tickets has a value in a field that does not need one. */
const FILLED_IN = 0.5;
const DAY_MS = 24 * 60 * 60 * 1000;

const makers = {
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

/** Makes values for some of the fields, by name. A closed ticket has a value in every field that is required for closing. */
export function syntheticValues(fields, createdAt, isClosed, random) {
  const values = fields.flatMap((field) => {
    const isWanted = random() < FILLED_IN || (isClosed && field.isRequiredForClosing);
    const value = isWanted ? makers[field.kind](field, createdAt, random) : undefined;
    return value === undefined ? [] : [[field.name, value]];
  });
  return Object.fromEntries(values);
}
