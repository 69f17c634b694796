import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DatabaseAccess } from '../database/database-access.js';
import { migrate, pendingMigrations } from '../database/migrator.js';
import { refuseUnsuitableRole } from '../database/role-check.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import { CommandError } from './command-error.js';
import { withDatabase } from './database-visit.js';
import { keepMemoryFlat } from '../garbage-collection.js';
import { openServices } from './services.js';

/**
 * Does a command's work with the services of the application, on a database that is up to date. Whatever happens, the
 * connections end before the database is left.
 */
export function withSession<Result>(
  work: (app: INestApplicationContext, access: DatabaseAccess) => Promise<Result>,
): Promise<Result> {
  keepMemoryFlat();
  return withDatabase(async (access, config, onLeave) => {
    const app = await openServices(access.serviceUrl, config);
    onLeave(() => app.close());
    await refuseStaleDatabase(app.get(DataSource), access);
    return work(app, access);
  });
}

/**
 * The same in the scope of one workspace.
 * @throws workspace_not_found
 */
export function withWorkspace<Result>(
  subdomain: string,
  work: (app: INestApplicationContext, scope: TenantScope, access: DatabaseAccess) => Promise<Result>,
): Promise<Result> {
  return withSession(async (app, access) =>
    work(app, await app.get(WorkspacesService).scopeOf(subdomain), access),
  );
}

/** The embedded database is brought up to date by whoever comes first; an external one is its operator's to migrate. */
async function refuseStaleDatabase(dataSource: DataSource, access: DatabaseAccess): Promise<void> {
  if (!access.embedded) await refuseUnsuitableRole(dataSource);
  const pending = await pendingMigrations(dataSource);
  if (pending.length === 0) return;
  if (!access.embedded || access.ownerUrl === undefined) {
    throw new CommandError(
      'The database is not up to date: run `desk migrate` with MIGRATION_DATABASE_URL set, then try again.',
    );
  }
  await migrate(access.ownerUrl, access.serviceUrl);
}
