import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type QueryRunner } from 'typeorm';
import { grantStatements } from '../../platform/database/grants.js';
import { pendingMigrations } from '../../platform/database/role-check.js';
import { isLockTimeout, isTransient, tryAgain } from '../../platform/database/postgres-errors.js';
import { FUNCTIONS, migrations, RIGHTS } from './migrations.js';
import { ownerConnection } from '../../platform/database/connection-options.js';
import { entities } from '../entities.js';

/** Two starts never migrate at once: the second one waits for this lock and finds nothing left to do. */
const MIGRATION_LOCK = 7_264_951;
/** The service is left alone for this time between two tries to get a lock. */
const PAUSE_MS = 1_000;

/**
 * Brings the database up to date as its owner and gives the service's role its rights, while the service goes on.
 * @returns the names of the migrations that ran, oldest first
 * @throws UnsuitableDatabaseError when the database has the schema of an earlier version
 */
export async function migrate(ownerUrl: string, serviceUrl: string): Promise<string[]> {
  return withOwner(ownerUrl, async (dataSource, lock) => {
    const pending = await pendingMigrations(dataSource, migrations);
    await runPatiently(dataSource);
    if (roleOf(serviceUrl) !== roleOf(ownerUrl)) {
      // In one transaction, so that the service is never without the rights that are taken and given back.
      for (const statement of grantStatements(roleOf(serviceUrl), RIGHTS, FUNCTIONS))
        await lock.query(statement);
    }
    return pending;
  });
}

/**
 * Runs migrations. Everybody would wait behind a migration that waits for a table, so it gives up soon and tries again, also when it and a
 * request wait for each other.
 */
export async function runPatiently(dataSource: DataSource): Promise<void> {
  await tryAgain(() => dataSource.runMigrations({ transaction: 'each' }), {
    mayPass: (error) => isLockTimeout(error) || isTransient(error),
    attempts: 60,
    pauseMs: PAUSE_MS,
  });
}

async function withOwner<Result>(
  ownerUrl: string,
  work: (dataSource: DataSource, lock: QueryRunner) => Promise<Result>,
): Promise<Result> {
  // One connection holds the lock while the other migrates.
  const dataSource = await ownerDataSource(ownerUrl, 2).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    // A lock of the transaction, not of the session, holds through a pooler as well.
    await lock.query('BEGIN');
    await lock.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    while (!(await hasTaken(lock))) await sleep(PAUSE_MS);
    const result = await work(dataSource, lock);
    await lock.query('COMMIT');
    return result;
  } finally {
    // Without the COMMIT, closing the connection undoes what was not kept.
    await lock.release();
    await dataSource.destroy();
  }
}

/** It has no parameters and does not wait, so that no snapshot stays open: an index that is built beside writers waits for those. */
async function hasTaken(lock: QueryRunner): Promise<boolean> {
  const [row] = (await lock.query(`SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS "isTaken"`)) as [
    { isTaken: boolean },
  ];
  return row.isTaken;
}

function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

/** The database as its owner sees it, for migrations. `ormconfig.ts` gives it to TypeORM's own command line. */
export function ownerDataSource(url: string, poolSize = 1): DataSource {
  return new DataSource({
    ...ownerConnection(url, poolSize),
    entities,
    migrations,
    migrationsTransactionMode: 'each',
  });
}
