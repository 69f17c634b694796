import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { grantStatements } from '../../platform/database/grants.js';
import { pendingMigrations } from '../../platform/database/pending-migrations.js';
import { isLockTimeout } from '../../platform/database/postgres-errors.js';
import { ownerDataSource } from './data-source.js';
import { migrations } from './migrations.js';
import { RIGHTS } from './rooms.js';

/** Two starts never migrate at once: whoever comes second waits for this lock and finds nothing left to do. */
const MIGRATION_LOCK = 7_264_951;
/** How often a migration is tried that does not get its lock in time, and how long the service is left alone in between. */
const ATTEMPTS = 60;
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
      for (const statement of grantStatements(roleOf(serviceUrl), RIGHTS)) await lock.query(statement);
    }
    return pending;
  });
}

/**
 * Runs the migrations of a data source that its database has not seen. Whatever holds a table for long would make everybody behind a
 * waiting migration wait, too; so it gives way and tries again.
 */
export async function runPatiently(dataSource: DataSource): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await dataSource.runMigrations({ transaction: 'each' });
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !isLockTimeout(error)) throw error;
      await sleep(PAUSE_MS);
    }
  }
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
