import { DataSource, type QueryRunner } from 'typeorm';
import { ownerConnection } from './connection-options.js';
import { grantStatements } from './grants.js';
import { migrations } from './migrations/index.js';

/** Two starts never migrate at once: whoever comes second waits for this lock and finds nothing left to do. */
const MIGRATION_LOCK = 7_264_951;

/**
 * Brings the database up to date as its owner and gives the service's role its rights.
 * @returns the names of the migrations that ran, oldest first
 */
export async function migrate(ownerUrl: string, serviceUrl: string): Promise<string[]> {
  return withOwner(ownerUrl, async (dataSource, lock) => {
    const ran = await dataSource.runMigrations({ transaction: 'each' });
    if (roleOf(serviceUrl) !== roleOf(ownerUrl)) {
      for (const statement of grantStatements(roleOf(serviceUrl))) await lock.query(statement);
    }
    return ran.map((migration) => migration.name);
  });
}

/** Takes every migration back, newest first, so that the schema is empty. */
export async function migrateDown(ownerUrl: string): Promise<void> {
  await withOwner(ownerUrl, async (dataSource, lock) => {
    const [row] = (await lock.query(`SELECT count(*)::int AS done FROM schema_migrations`)) as [
      { done: number },
    ];
    for (let left = row.done; left > 0; left--) await dataSource.undoLastMigration({ transaction: 'each' });
  });
}

/** The migrations that this release knows and the database has not seen. */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const known = migrations.map((migration) => migration.name);
  const [table] = await dataSource.query<[{ present: boolean }]>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS present`,
  );
  if (!table.present) return known;
  const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM schema_migrations');
  const done = new Set(rows.map((row) => row.name));
  return known.filter((name) => !done.has(name));
}

async function withOwner<Result>(
  ownerUrl: string,
  work: (dataSource: DataSource, lock: QueryRunner) => Promise<Result>,
): Promise<Result> {
  // One connection holds the lock while the other migrates.
  const dataSource = await new DataSource({
    ...ownerConnection(ownerUrl),
    poolSize: 2,
  } as never).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work(dataSource, lock);
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await lock.release();
    await dataSource.destroy();
  }
}

function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
