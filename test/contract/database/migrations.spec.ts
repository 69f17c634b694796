import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource, QueryRunner } from 'typeorm';
import { runPatiently } from '../../../src/app/schema/migrator.js';
import { migrations, shardedFunctions } from '../../../src/app/schema/migrations.js';
import { baseline } from '../../support/baseline.js';
import { incompatibilities, NOT_ON_CLUSTERS } from '../../support/migration-rules.js';
import { PROJECT } from '../../support/servers/processes.js';

/** The last migration of the newest release. Later ones run while that release still serves. */
const RELEASED = baseline.migrations.at(-1);

/** What a migration would send. */
async function statementsOf(Migration: (typeof migrations)[number]): Promise<string[]> {
  const statements: string[] = [];
  const recorder = {
    query: (text: string) => {
      statements.push(text);
      return Promise.resolve([]);
    },
  };
  await new Migration().up(recorder as unknown as QueryRunner);
  return statements;
}

it('The migrations are those of all files of migrations, oldest first.', () => {
  const files = readdirSync(join(PROJECT, 'src'), { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((path) => path.endsWith('.migration.ts'))
    .map((path) => readFileSync(join(PROJECT, 'src', path), 'utf8'));
  const classes = texts.flatMap((text) =>
    [...text.matchAll(/^export class \w+?(\d+) /gm)].map(([, moment]) => moment),
  );
  const moments = migrations.slice(1).map(({ name }) => name.slice(-13));
  expect(moments).toEqual(classes.sort());
});

describe('the migrations since the release', () => {
  const place = migrations.findIndex(({ name }) => name === RELEASED);
  const since = migrations.slice(place + 1);

  it('are known', () => {
    expect(place).toBeGreaterThanOrEqual(0);
  });

  it('let the release before go on while they run and afterwards', async () => {
    const statements = (await Promise.all(since.map(statementsOf))).flat();
    expect(incompatibilities(statements)).toEqual([]);
  });
});

describe('the migrations that also run on distributed databases', () => {
  it('name no workspace with set_config(), which does not reach the workers', async () => {
    const sent = async (classes: typeof migrations) => (await Promise.all(classes.map(statementsOf))).flat();
    const naming = (statements: string[]) => statements.filter((text) => NOT_ON_CLUSTERS.test(text));
    // "desk distribute" gives these functions their form for shards, and no process starts before that.
    const replaced = shardedFunctions.map(({ statement }) => statement);
    const left = naming(await sent(migrations.slice(1))).filter((text) => !replaced.includes(text));
    expect(left).toEqual([]);
    expect(naming(await sent(migrations.slice(0, 1)))).not.toEqual([]);
  });
});

it.each(['55P03', '40P01'])('a migration that gives up a lock (%s) is run again', async (code) => {
  const answers = [
    () => Promise.reject(Object.assign(new Error('no lock'), { code })),
    () => Promise.resolve([]),
  ];
  const runMigrations = () => answers.shift()?.();
  await runPatiently({ runMigrations } as unknown as DataSource);
  expect(answers).toEqual([]);
});

describe('a migration that the release before would not survive', () => {
  it.each([
    'DROP TABLE groups',
    'ALTER TABLE tickets DROP COLUMN source',
    'ALTER TABLE tickets ADD COLUMN a text, DROP COLUMN source',
    'ALTER TABLE tickets RENAME COLUMN source TO origin',
    'ALTER TABLE groups RENAME TO teams',
    'ALTER TABLE tickets ALTER COLUMN priority SET NOT NULL',
    'ALTER TABLE tickets ADD COLUMN mood text NOT NULL',
    'ALTER TABLE tickets ALTER COLUMN number TYPE bigint',
    'ALTER TABLE tickets ADD CONSTRAINT c CHECK (number > 0)',
    'CREATE INDEX i ON tickets (workspace_id, mood)',
    'CREATE UNIQUE INDEX i ON customers (workspace_id, name)',
    "UPDATE tickets SET mood = 'good'",
    'LOCK TABLE tickets',
    'DROP TRIGGER tickets_count_added ON tickets',
  ])('is found: %s', (statement) => {
    expect(incompatibilities([statement])).toHaveLength(1);
  });

  it.each([
    'ALTER TABLE tickets ADD COLUMN mood text',
    "ALTER TABLE tickets ADD COLUMN mood text NOT NULL DEFAULT 'good'",
    "ALTER TABLE tickets ADD COLUMN mood text DEFAULT 'good' NOT NULL",
    'ALTER TABLE tickets ADD CONSTRAINT c CHECK (number > 0) NOT VALID',
    'CREATE INDEX CONCURRENTLY i ON tickets (workspace_id, mood)',
    'CREATE INDEX i ON groups (workspace_id, created_at)',
    'CREATE TABLE moods (workspace_id uuid NOT NULL)',
  ])('is not: %s', (statement) => {
    expect(incompatibilities([statement])).toEqual([]);
  });

  it('may do what it likes with tables of its own', () => {
    expect(
      incompatibilities(['CREATE TABLE moods (id uuid)', 'ALTER TABLE moods ALTER COLUMN id SET NOT NULL']),
    ).toEqual([]);
  });
});
