import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { PRUNE } from '../audit/audit.sql.js';
import { settingOf } from '../tenancy/workspace-setting.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { CommandError } from './command-error.js';
import { say } from './output.js';
import { withWorkspace } from './session.js';

/**
 * Deletes the entries of a workspace that are older than a moment, in one transaction with an entry that says so. The service's
 * role cannot: it takes the owner's.
 * @throws CommandError when the owner's address is not known
 */
export async function pruneAudit(subdomain: string, before: Date): Promise<void> {
  const pruned = await withWorkspace(subdomain, async (_app, scope, { ownerUrl }) => {
    if (ownerUrl === undefined) {
      throw new CommandError(
        'Only the owner of the database can delete entries: set MIGRATION_DATABASE_URL.',
      );
    }
    return pruneAs(ownerUrl, scope, before);
  });
  say(
    `${pruned} entries of workspace "${subdomain}" that were older than ${before.toISOString()} are deleted.`,
  );
}

async function pruneAs(
  ownerUrl: string,
  { workspaceId, origin }: TenantScope,
  before: Date,
): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'support-desk audit prune' });
  await client.connect();
  try {
    await client.query(`BEGIN; ${settingOf(workspaceId)}`);
    const values = [workspaceId, before, uuid(), origin.actor, origin.requestId];
    const { rows } = await client.query<{ pruned: number }>(PRUNE, values);
    await client.query('COMMIT');
    return rows[0]?.pruned ?? 0;
  } finally {
    // Without COMMIT nothing is kept.
    await client.end();
  }
}
