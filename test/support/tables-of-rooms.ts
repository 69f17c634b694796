import { GUESTS, rooms } from '../../src/app/schema/rooms.js';

/** It erases persons and workspaces in all rooms, and reads what it erases. */
const ERASES_EVERYTHING = 'privacy';

const owners = new Map(
  rooms.flatMap(({ room, rights }) => Object.keys(rights).map((table) => [table, room])),
);
const writers = new Map(rooms.flatMap(({ alsoWrittenBy = {} }) => Object.entries(alsoWrittenBy)));

/** All tables and views. */
export const TABLES: readonly string[] = [...owners.keys()];

export const ownerOf = (table: string): string => owners.get(table) ?? '';

/** The tables of other rooms that a room has declared as read. */
export function declaredReads(room: string): ReadonlySet<string> {
  return new Set([...rooms, ...GUESTS].flatMap((one) => (one.room === room ? (one.reads ?? []) : [])));
}

export const ROOMS_THAT_DECLARE: readonly string[] = [
  ...new Set([...rooms, ...GUESTS].map(({ room }) => room)),
];

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
  if (room === ownerOf(table) || room === ERASES_EVERYTHING) return null;
  if (isWritten) return writers.get(table) === room ? null : `${room} writes ${table} of ${ownerOf(table)}`;
  if (declaredReads(room).has(table) || writers.get(table) === room) return null;
  return `${room} reads ${table} of ${ownerOf(table)} and does not declare it`;
}
