// The newest release: its schema, a workspace that it has filled, and what it then answered. `npm run release` writes it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { ownerDataSource } from '../../src/app/schema/migrator.js';
import { PROJECT } from './servers/processes.js';
import type { TestDatabase } from './test-database.js';

const FOLDER = join(PROJECT, 'test/baselines');
const [version = ''] = readdirSync(FOLDER);
const textOf = (name: string) => readFileSync(join(FOLDER, version, name), 'utf8');

export const baseline = {
  version,
  /** The names of its migrations, oldest first. */
  migrations: JSON.parse(textOf('migrations.json')) as string[],
  /** Its answers, by the path below `/api/external/v2`. Addresses in them begin with `http://desk.example`. */
  answers: JSON.parse(textOf('answers.json')) as Record<string, object>,
};

/** Makes in an empty database the schema of the release and its workspace, and says which migrations it has run. */
export async function loadBaseline({ ownerUrl, adminUrl }: TestDatabase): Promise<void> {
  const schema = textOf('schema.sql');
  const migrations = baseline.migrations.map((name, place) => migrationOf(name, place === 0 ? schema : ''));
  const { options } = ownerDataSource(ownerUrl);
  const owner = await new DataSource({ ...options, migrations }).initialize();
  await owner.runMigrations().finally(() => owner.destroy());
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(textOf('data.sql')).finally(() => admin.end());
}

/** A migration that sends these statements at once. */
function migrationOf(name: string, statements: string): new () => MigrationInterface {
  return class {
    readonly name = name;
    async up(queryRunner: QueryRunner): Promise<void> {
      await queryRunner.query(statements);
    }
    down(): Promise<void> {
      return Promise.reject(new Error('A baseline is not taken back.'));
    }
  };
}
