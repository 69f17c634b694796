import { retrying } from '../platform/database/postgres-errors.js';
import { TenantDatabase } from '../platform/tenancy/tenant-database.js';
import type { Transact } from '../platform/tenancy/tenant-scope.js';
import { CommandError } from './command-error.js';
import { connect } from './connection.js';
import type { WorkspaceSession } from './session.js';

/**
 * Does work as the owner of the database, who may do what the service's role may not. `can` says in a refusal what only the owner can
 * do. PostgreSQL shows the connection by `command`.
 * @throws CommandError when the owner's address is not known
 */
export async function asOwner<Result>(
  { app, scope, access: { ownerUrl } }: WorkspaceSession,
  { can, command }: { readonly can: string; readonly command: string },
  work: (transact: Transact) => Promise<Result>,
): Promise<Result> {
  if (ownerUrl === undefined)
    throw new CommandError(`Only the owner of the database can ${can}: set MIGRATION_DATABASE_URL.`);
  const client = await connect({ connectionString: ownerUrl, application_name: `support-desk ${command}` });
  const database = app.get(TenantDatabase);
  try {
    return await work((part) => retrying(() => database.transactOn(client, scope, part)));
  } finally {
    await client.end();
  }
}
