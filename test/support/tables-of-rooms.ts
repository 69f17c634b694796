import { FACTS } from '../../src/app/features.js';
import type { FeatureFacts } from '../../src/platform/features/facts.js';

const tables = FACTS.flatMap(({ room, tables: own = {} }: FeatureFacts) =>
  Object.entries(own).map(([table, { alsoWrittenBy }]) => ({ table, room, alsoWrittenBy })),
);
const owners = new Map(tables.map(({ table, room }) => [table, room]));
const writers = new Map(tables.map(({ table, alsoWrittenBy }) => [table, alsoWrittenBy]));

/** All tables and views. */
export const TABLES: readonly string[] = [...owners.keys()];

export const ownerOf = (table: string): string => owners.get(table) ?? '';

/** The tables of other rooms that a room has declared as read. */
export function declaredReads(room: string): ReadonlySet<string> {
  return new Set(
    FACTS.flatMap((facts: FeatureFacts) =>
      facts.room === room ? [...(facts.reads ?? []), ...Object.keys(facts.up ?? {})] : [],
    ),
  );
}

export const ROOMS_THAT_DECLARE: readonly string[] = FACTS.map(({ room }) => room);

/** The tables that a text of SQL names: by the command that writes each, or null when it only reads it. */
export function tablesIn(text: string): { readonly table: string; readonly isWritten: boolean }[] {
  const uses = new RegExp(
    `\\b(DELETE\\s+FROM|INSERT\\s+INTO|FROM|JOIN|UPDATE|USING)\\s+(?:ONLY\\s+)?"?(${TABLES.join('|')})\\b"?(?!\\.)`,
    'g',
  );
  return [...text.matchAll(uses)].map(([, command = '', table = '']) => ({
    table,
    isWritten: /^(DELETE|INSERT|UPDATE)/.test(command),
  }));
}

/** Why a room may not use a table as it does; null when it may. */
export function refusalOf(
  room: string,
  { table, isWritten }: { table: string; isWritten: boolean },
): string | null {
  if (room === ownerOf(table)) return null;
  if (isWritten) return writers.get(table) === room ? null : `${room} writes ${table} of ${ownerOf(table)}`;
  if (declaredReads(room).has(table) || writers.get(table) === room) return null;
  return `${room} reads ${table} of ${ownerOf(table)} and does not declare it`;
}
