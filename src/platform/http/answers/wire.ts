import type { Type } from '@nestjs/common';
import { camelCase, type CamelCase } from '../../../kernel/text.js';
import type { Wire } from './answer.dto.js';

/** A row that has, in camelCase and with dates, what a value of an answer has. */
type Row<Value> = Value extends readonly (infer Item)[]
  ? readonly Row<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value & string as CamelCase<Key>]: Row<Value[Key]> }
    : string extends Value
      ? Value | Date
      : Value;

type Read = (value: unknown) => unknown;

interface Property {
  readonly name: string;
  readonly from: string;
  readonly read: Read;
}

const NOTHING: Readonly<Record<string, unknown>> = {};

/**
 * Shows a row to clients: picks the properties of a class of answers, in their order, and makes texts from dates. `own` has those that
 * are no column of the row. A property that is undefined is left out.
 */
export function wire<Dto extends object, Own extends keyof Dto = never>(
  dto: Type<Dto>,
  row: Row<Omit<Dto, Own>>,
  own: { readonly [Key in Own]: Wire<Dto[Key]> } = NOTHING as never,
): Wire<Dto> {
  return pick(dto, row as Record<string, unknown>, own) as Wire<Dto>;
}

function pick(dto: Type, row: Record<string, unknown>, own: Readonly<Record<string, unknown>>): object {
  const answer: Record<string, unknown> = {};
  for (const { name, from, read } of propertiesOf(dto)) {
    const value = name in own ? own[name] : read(row[from]);
    if (value !== undefined) answer[name] = value;
  }
  return answer;
}

const known = new Map<Type, readonly Property[]>();

/** Reads the properties of a class once, as the decorators of the document left them. */
function propertiesOf(dto: Type): readonly Property[] {
  const found = known.get(dto) ?? described(dto);
  known.set(dto, found);
  return found;
}

function described(dto: Type): Property[] {
  const { prototype } = dto as { readonly prototype: object };
  const names = Reflect.getMetadata('swagger/apiModelPropertiesArray', prototype) as readonly string[];
  return names.map((colonAndName) => {
    const name = colonAndName.slice(1);
    const facts = Reflect.getMetadata('swagger/apiModelProperties', prototype, name) as PropertyFacts;
    return { name, from: camelCase(name), read: readerOf(facts) };
  });
}

interface PropertyFacts {
  readonly type?: unknown;
  readonly isArray?: boolean;
  readonly format?: string;
}

function readerOf({ type, isArray, format }: PropertyFacts): Read {
  if (format === 'date-time') return ofValue((date) => (date as Date).toISOString());
  if (typeof type !== 'function' || BUILT_IN.has(type)) return (value) => value;
  const one: Read = (row) => pick(type as Type, row as Record<string, unknown>, NOTHING);
  return ofValue(isArray === true ? (rows) => (rows as unknown[]).map(one) : one);
}

const BUILT_IN = new Set<unknown>([String, Number, Boolean, Object, Array]);

const ofValue =
  (read: Read): Read =>
  (value) =>
    value === null || value === undefined ? value : read(value);
