import { isDeepStrictEqual } from 'node:util';
import { camelCase, snakeCase, type CamelCase } from './text.js';

/** Tells whether a value is an object of JSON: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Makes those properties of `T` optional that may be undefined. */
type Defined<T extends object> = {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** Leaves out undefined properties, so that an absent property has one form only. */
export function definedOnly<T extends object>(object: T): Defined<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** Finds the wanted properties that differ from the present ones. An undefined property is not wanted. */
export function differing<T extends object>(current: T, wanted: Partial<T>): Partial<T> {
  const different: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(wanted)) {
    const present: unknown = current[name as keyof T];
    if (value === undefined || value === present || isDeepStrictEqual(value, present)) continue;
    different[name] = value;
  }
  return different as Partial<T>;
}

/** Picks properties and names them as files and the audit trail do: `createdAt` becomes `created_at`. */
export function snakeCased<T extends object>(
  object: T,
  names: readonly (keyof T & string)[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [snakeCase(name), object[name]]));
}

/** Renames the properties of a file or a request as the code does: `created_at` becomes `createdAt`. */
export function camelCased<T extends object>(
  object: T,
): { [Name in keyof T & string as CamelCase<Name>]: T[Name] } {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [camelCase(name), value as unknown]),
  ) as never;
}

/** Waits for several promises and gives each result the name of its promise. */
export async function together<Promises extends Record<string, unknown>>(
  promises: Promises,
): Promise<{ [Name in keyof Promises]: Awaited<Promises[Name]> }> {
  const entries = Object.entries(promises).map(async ([name, promise]) => [name, await promise] as const);
  return Object.fromEntries(await Promise.all(entries)) as never;
}

/** Groups items by a key, in their order. */
export function groupedBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Cuts a long list into parts of at most `size` items. */
export function* partsOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Writes items as JSON arrays. Each but the last ends with the item that makes it longer than `characters`. */
export function* jsonArraysOf(items: readonly unknown[], characters: number): Generator<string> {
  let texts: string[] = [];
  let length = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    texts.push(text);
    length += text.length;
    if (length <= characters) continue;
    yield `[${texts.join(',')}]`;
    texts = [];
    length = 0;
  }
  if (texts.length > 0) yield `[${texts.join(',')}]`;
}
