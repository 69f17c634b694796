import { isDeepStrictEqual } from 'node:util';
import { snakeCase } from './text.js';

/** Whether a value is an object as JSON has it: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `T` without the properties that may be undefined: those are optional instead. */
type Defined<T extends object> = {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** The object without its undefined properties, so that "absent" has one form only. */
export function definedOnly<T extends object>(object: T): Defined<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** The wanted properties whose values differ from the present ones. An undefined property is not wanted. */
export function differing<T extends object>(current: T, wanted: Partial<T>): Partial<T> {
  const different = Object.entries(definedOnly(wanted)).filter(([name, value]) => {
    const present: unknown = current[name as keyof T];
    return value !== present && !isDeepStrictEqual(value, present);
  });
  return Object.fromEntries(different) as Partial<T>;
}

/** The properties with these names, in their order, named as in files and the audit trail: `createdAt` as `created_at`. */
export function snakeCased<T extends object>(
  object: T,
  names: readonly (keyof T & string)[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [snakeCase(name), object[name]]));
}

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The properties of an object from a file or a request, named as in the code: `created_at` as `createdAt`. */
export function camelCased<T extends object>(
  object: T,
): { [Name in keyof T as CamelCase<Name> & string]: T[Name] } {
  const inCamelCase = (name: string): string =>
    name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [inCamelCase(name), value as unknown]),
  ) as never;
}
