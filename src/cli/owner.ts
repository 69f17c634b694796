import type { INestApplicationContext } from '@nestjs/common';
import pg from 'pg';
import type { DatabaseAccess } from '../platform/database/database-access.js';
import { retrying } from '../platform/database/postgres-errors.js';
import { TenantDatabase } from '../platform/tenancy/tenant-database.js';
import type { TenantScope, Transact } from '../platform/tenancy/tenant-scope.js';
import { CommandError } from './command-error.js';

/** What a command knows of the workspace that it works on. */
interface Visit {
  readonly app: INestApplicationContext;
  readonly scope: TenantScope;
  readonly access: DatabaseAccess;
}

/**
 * Does work as the owner of the database, who may do what the service's role may not. `can` says what only the owner can do, in a
 * refusal; PostgreSQL shows the connection by `command`.
 * @throws CommandError when the owner's address is not known
 */
export async function asOwner<Result>(
  { app, scope, access: { ownerUrl } }: Visit,
  { can, command }: { readonly can: string; readonly command: string },
  work: (transact: Transact) => Promise<Result>,
): Promise<Result> {
  if (ownerUrl === undefined)
    throw new CommandError(`Only the owner of the database can ${can}: set MIGRATION_DATABASE_URL.`);
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: `support-desk ${command}`,
  });
  await client.connect();
  const database = app.get(TenantDatabase);
  try {
    return await work((part) => retrying(() => database.transactOn(client, scope, part)));
  } finally {
    await client.end();
  }
}
