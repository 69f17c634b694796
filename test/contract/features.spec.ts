import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getMetadataArgsStorage } from 'typeorm';
import { entities } from '../../src/app/entities.js';
import { EVENT_EXAMPLES } from '../../src/app/document-webhooks.js';
import { eventSchemaOf } from '../../src/app/event-schemas.js';
import { FACTS } from '../../src/app/features.js';
import { JOBS } from '../../src/app/modules.js';
import { EVENT_TYPES } from '../../src/events/feed/event-types.js';
import type { FeatureFacts } from '../../src/platform/features/facts.js';
import { floorOf } from '../support/floors-of-rooms.js';
import { ownerOf } from '../support/tables-of-rooms.js';
import { testDatabase } from '../support/test-database.js';
import { tablesOfWorkspaces } from '../support/data/stored/stored-rows.js';
import { PROJECT } from '../support/servers/processes.js';

const features: readonly FeatureFacts[] = FACTS;
const tables = features.flatMap((facts) => Object.entries(facts.tables ?? {}));
const names = tables.map(([name]) => name);

const sources = readdirSync(join(PROJECT, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
);
const textOf = (path: string): string => readFileSync(join(PROJECT, 'src', path), 'utf8');

/** The folders that have code, but for those whose code belongs to the folder above them. */
const folders = [...new Set(sources.map((path) => dirname(path)))].filter((path) => !path.endsWith('/dto'));

/** Finds what is in a list more than once. */
const repeated = (list: readonly string[]): string[] =>
  list.filter((one, place) => list.indexOf(one) !== place);

describe('the facts of features', () => {
  it('stand in the list of all facts, each of a folder that there is', () => {
    const declared = sources.filter((path) => path.endsWith('.feature.ts'));
    const imported = [...textOf('app/features.ts').matchAll(/from '\.\.\/([^']+\.feature)\.js'/g)];
    expect(imported.map(([, path]) => `${path}.ts`).sort()).toEqual(declared.sort());
    expect(features.filter(({ room }) => !sources.some((path) => path.startsWith(`${room}/`)))).toEqual([]);
  });

  it('name each table, scope, subject, action and demo request once', () => {
    expect(repeated(names)).toEqual([]);
    expect(repeated(features.flatMap((facts) => facts.subjects ?? []))).toEqual([]);
    const scopes = features.flatMap((facts) => [...(facts.scopes ?? []), ...(facts.scopesToName ?? [])]);
    expect(repeated(scopes)).toEqual([]);
    for (const record of ['actions', 'demo'] as const)
      expect(repeated(features.flatMap((facts) => Object.keys(facts[record] ?? {})))).toEqual([]);
  });

  it('say of every table of a workspace what `customers erase` erases there, or why there is nothing of a customer', async () => {
    const missing = (await tablesOfWorkspaces(testDatabase())).filter((table) => !names.includes(table));
    expect(missing.map((table) => `No facts name the table ${table}.`)).toEqual([]);
  });

  it('name the tables of all entities, and only entities of files that they name are loaded', () => {
    const loaded = getMetadataArgsStorage().tables.filter(({ type }) => type === 'regular');
    const unnamed = loaded.map(({ name = '' }) => name).filter((table) => !names.includes(table));
    expect(unnamed.map((table) => `No facts name the table ${table}, but an entity does.`)).toEqual([]);
    const classes = new Set<unknown>(entities);
    const forgotten = loaded.filter(({ target }) => !classes.has(target)).map(({ name = '' }) => name);
    expect(forgotten.map((table) => `No facts name the file of the entity of ${table}.`)).toEqual([]);
  });

  it('give every event a schema and an example', () => {
    for (const type of EVENT_TYPES) {
      expect(eventSchemaOf(type).name).toMatch(/EventDto$/);
      expect(EVENT_EXAMPLES.get(type)).toMatchObject({ type });
    }
  });

  it('are plain: their files import types alone', () => {
    const files = sources.filter((path) => path.endsWith('.feature.ts'));
    const imports = files.flatMap((path) => textOf(path).match(/^import .*/gm) ?? []);
    expect(imports.filter((line) => !/^import type /.test(line))).toEqual([]);
  });
});

describe('the arrows between rooms', () => {
  it('have a rule for each room but the composition and the commands, and for each room inside of one that declares some', async () => {
    type Arrows = (facts: readonly FeatureFacts[]) => Readonly<Record<string, readonly string[]>>;
    const { arrowsOf } = (await import(join(PROJECT, 'scripts/arrows.mjs'))) as { readonly arrowsOf: Arrows };
    const rules = Object.keys(arrowsOf(features));
    const withRooms = features.filter(({ inside }) => inside).map(({ room }) => room);
    const rooms = new Set(
      folders.flatMap((path) => {
        const [room = '', inner] = path.split('/');
        return inner !== undefined && withRooms.includes(room) ? [room, `${room}/${inner}`] : [room];
      }),
    );
    for (const free of ['.', 'app', 'cli']) rooms.delete(free);
    expect(rules.filter((room) => !rooms.has(room))).toEqual([]);
    expect([...rooms].filter((room) => !rules.includes(room))).toEqual([]);
  });

  it('tell the rooms inside of a room from all others by their names', () => {
    const names = new Set(['below', 'carriers', ...features.map(({ room }) => room)]);
    const inner = features.flatMap(({ inside }) => Object.keys(inside ?? {}));
    expect(inner.filter((name) => names.has(name))).toEqual([]);
  });
});

describe('the floors of rooms', () => {
  const isAbove = (room: string, table: string): boolean => floorOf(room) > floorOf(ownerOf(table));

  it('stand in the facts of each room that reads a table of a room above it, with the reason', () => {
    const upward = features.flatMap(({ room, reads = [] }) =>
      reads.filter((table) => !isAbove(room, table)).map((table) => `${room} reads ${table} without \`up\``),
    );
    expect(upward).toEqual([]);
  });

  it('have no more than four reads upward, each from a room that stands lower', () => {
    const up = features.flatMap(({ room, up = {} }) =>
      Object.entries(up).map(([table, reason]) => ({ room, table, reason })),
    );
    expect(up.filter(({ room, table, reason }) => isAbove(room, table) || reason.length < 20)).toEqual([]);
    expect(up.length).toBeLessThanOrEqual(4);
  });

  it('let nobody write upward', () => {
    const written = tables.filter(
      ([table, { alsoWrittenBy }]) => alsoWrittenBy && !isAbove(alsoWrittenBy, table),
    );
    expect(written).toEqual([]);
  });
});

describe('the list of all facts', () => {
  const below = sources.filter((path) => !/^(app|cli)\/|^(main|cli|openapi)\.ts$/.test(path));

  it('gives rooms below nothing but types', () => {
    const imports = below.flatMap((path) => textOf(path).match(/^import .*app\/features\.js';/gm) ?? []);
    expect(imports.length).toBeGreaterThan(2);
    expect(imports.filter((line) => !line.startsWith('import type '))).toEqual([]);
  });
});

describe('the jobs of features', () => {
  it('are those of all files of jobs', () => {
    const files = sources.filter(
      (path) => /(\.job|\.queue|reading\/\w+\.reader)\.ts$/.test(path) && !path.startsWith('platform/queue/'),
    );
    const classes = files.flatMap((path) =>
      [...textOf(path).matchAll(/^export class (\w+)/gm)].map(([, name]) => name),
    );
    const known = JOBS.map(({ name }) => name);
    expect(classes.filter((name) => !known.includes(name ?? ''))).toEqual([]);
  });
});
