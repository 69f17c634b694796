import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namedStatements } from '../../support/recorded-statements.js';
import { PROJECT } from '../../support/servers/processes.js';
import {
  declaredReads,
  ownerOf,
  refusalOf,
  ROOMS_THAT_DECLARE,
  tablesIn,
} from '../../support/tables-of-rooms.js';
import { useDesk } from '../../support/test-app.js';

/** A file of the source, without comments. */
interface Source {
  readonly path: string;
  /** The folder below `src`. */
  readonly room: string;
  readonly text: string;
}

const sources: Source[] = readdirSync(join(PROJECT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path}`)
  .filter((path) => path.endsWith('.ts') && !/\.spec\.ts$|\.schema\.ts$|^src\/app\/schema\//.test(path))
  .map((path) => ({
    path,
    room: path.split('/')[1] ?? '',
    text: readFileSync(join(PROJECT, path), 'utf8').replace(/\/\*.*?\*\/|^\s*\/\/[^\n]*/gms, ''),
  }));

useDesk();

/** A use of a table by a room. */
interface Use {
  readonly room: string;
  readonly table: string;
  readonly isWritten: boolean;
  readonly at: string;
}

/** The room whose file says the name. A name that is made of a table's is of whoever owns that. */
function homeOf(name: string): string | null {
  const rooms = new Set(sources.filter(({ text }) => text.includes(`'${name}'`)).map(({ room }) => room));
  if (rooms.size > 1) return null;
  const [room = ownerOf(name.split('.')[0] ?? '')] = rooms;
  return room === '' ? null : room;
}

/** Whether the statement adds entries of the audit trail by the text that `events` makes for other rooms. */
const addsEntries = (name: string): boolean =>
  sources.some(({ text }) => new RegExp(`addStatement\\(\\s*'${name}'`).test(text));

const usesIn = (room: string, text: string, at: string): Use[] =>
  tablesIn(text).map((use) => ({ ...use, room, at }));

/** Lists the entities that rooms import from each other, except for their own relations. */
function usesOfEntities(): Use[] {
  const tables = new Map(
    sources.flatMap(({ path, text }) => {
      const [, table] = /@Entity\('(\w+)'/.exec(text) ?? [];
      return table === undefined ? [] : [[path.replace(/\.ts$/, '.js'), table] as const];
    }),
  );
  const users = sources.filter(({ path }) => !/\/entities\/|\.entity\.ts$|^src\/app\//.test(path));
  return users.flatMap(({ path, room, text }) =>
    [...text.matchAll(/^import \{([^}]+)\} from '(\.[^']+\.entity\.js)'/gm)].flatMap(
      ([, names = '', from = '']) => {
        const table = tables.get(join(path, '..', from)) ?? from;
        const entities = names.split(',').map((name) => name.trim());
        return entities
          .filter((name) => /^[A-Z]/.test(name))
          .map((name) => ({ room, table, isWritten: writes(text, name), at: path }));
      },
    ),
  );
}

function writes(text: string, entity: string): boolean {
  return new RegExp(`\\.(insert|insertIfFree|update|delete)\\((inner, )?${entity}\\b`).test(text);
}

const refusals = (uses: readonly Use[]): string[] =>
  [...new Set(uses.flatMap((use) => refusalOf(use.room, use) ?? []))].sort();

describe('a room writes its own tables, and reads those of others that it declares', () => {
  let named: Use[];
  beforeAll(async () => {
    const statements = await namedStatements();
    expect(statements.length).toBeGreaterThan(100);
    expect(statements.filter(({ name }) => homeOf(name) === null)).toEqual([]);
    named = statements.flatMap(({ name, text }) =>
      usesIn(homeOf(name) ?? '', text, name).filter(
        ({ table }) => table !== 'audit_entries' || !addsEntries(name),
      ),
    );
  });
  const written = sources.flatMap(({ path, room, text }) => usesIn(room, text, path));

  it('in every statement that has a name', () => {
    expect(refusals(named)).toEqual([]);
  });

  it('in all SQL of its files', () => {
    expect(written.length).toBeGreaterThan(100);
    expect(refusals(written)).toEqual([]);
  });

  it('by entities', () => {
    expect(usesOfEntities().length).toBeGreaterThan(20);
    expect(refusals(usesOfEntities())).toEqual([]);
  });

  it('and declares no table that it does not read', () => {
    const used = new Set(
      [...named, ...written, ...usesOfEntities()].map(({ room, table }) => `${room} ${table}`),
    );
    const idle = ROOMS_THAT_DECLARE.flatMap((room) =>
      [...declaredReads(room)].map((table) => `${room} ${table}`).filter((use) => !used.has(use)),
    );
    expect(idle).toEqual([]);
  });
});
