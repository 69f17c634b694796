import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { distributedRunner } from './citus/distributed-runner.js';
import { ownerConnection } from './connection-options.js';
import { grantStatements } from './grants.js';
import { pendingMigrations } from './pending-migrations.js';
import { isLockTimeout } from './postgres-errors.js';

/** Two starts never migrate at once: whoever comes second waits for this lock and finds nothing left to do. */
const MIGRATION_LOCK = 7_264_951;
/** How often a migration is tried that does not get its lock in time, and how long the service is left alone in between. */
const ATTEMPTS = 60;
const PAUSE_MS = 1_000;

/**
 * Brings the database up to date as its owner and gives the service's role its rights, while the service goes on.
 * @returns the names of the migrations that ran, oldest first
 */
export async function migrate(ownerUrl: string, serviceUrl: string): Promise<string[]> {
  return withOwner(ownerUrl, async (dataSource, lock) => {
    const pending = await pendingMigrations(dataSource);
    await runPatiently(dataSource);
    if (roleOf(serviceUrl) !== roleOf(ownerUrl)) {
      // In one transaction, so that the service is never without the rights that are taken and given back.
      for (const statement of grantStatements(roleOf(serviceUrl))) await lock.query(statement);
    }
    return pending;
  });
}

/**
 * Runs the migrations of a data source that its database has not seen. Whatever holds a table for long would make everybody behind a
 * waiting migration wait, too; so it gives way and tries again.
 */
export async function runPatiently(dataSource: DataSource): Promise<void> {
  const runner = await distributedRunner(dataSource);
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        const executor = new MigrationExecutor(dataSource, runner);
        executor.transaction = 'each';
        await executor.executePendingMigrations();
        return;
      } catch (error) {
        if (attempt === ATTEMPTS || !isLockTimeout(error)) throw error;
        await sleep(PAUSE_MS);
      }
    }
  } finally {
    await runner?.release();
  }
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

async function withOwner<Result>(
  ownerUrl: string,
  work: (dataSource: DataSource, lock: QueryRunner) => Promise<Result>,
): Promise<Result> {
  // One connection holds the lock while the other migrates.
  const dataSource = await new DataSource(ownerConnection(ownerUrl, 2)).initialize();
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
    // Without the COMMIT, the end of the connection is the end of what was not kept.
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
