import { migrations, triggerFunctions } from '../app/schema/migrations.js';
import { refuseUnsuitableEngine } from '../platform/database/citus/cluster-check.js';
import type { Engine } from '../platform/database/connection-options.js';
import type { DatabaseAccess } from '../platform/database/database-access.js';
import { pendingMigrations } from '../platform/database/pending-migrations.js';
import { refuseUnsuitableRole, type Asked } from '../platform/database/role-check.js';
import { CommandError } from './command-error.js';

/**
 * Makes sure that the database has the schema of this release. It migrates an embedded database; the operator migrates an
 * external one.
 * @throws CommandError, UnsuitableDatabaseError
 */
export async function bringUpToDate(asked: Asked, access: DatabaseAccess, engine: Engine): Promise<void> {
  if (!access.embedded) await refuseUnsuitableRole(asked);
  const pending = await pendingMigrations(asked, migrations);
  if (pending.length === 0) {
    const wanted = { url: access.serviceUrl, engine, functions: triggerFunctions };
    if (!access.embedded) await refuseUnsuitableEngine(asked, wanted);
    return;
  }
  if (!access.embedded || access.ownerUrl === undefined) {
    throw new CommandError(
      'The database is not up to date: run `desk migrate` with MIGRATION_DATABASE_URL set, then try again.',
    );
  }
  const { migrate } = await import('../app/schema/migrator.js');
  await migrate(access.ownerUrl, access.serviceUrl);
}
