import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { PRUNE } from '../../events/audit.sql.js';
import { LOCK_STREAM } from '../../events/feed/event-feed.sql.js';
import { TenantDatabase } from '../../platform/tenancy/tenant-database.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { CommandError } from '../command-error.js';
import { withWorkspace } from '../session.js';
import type { Terminal } from '../terminal.js';

/**
 * Deletes the entries of a workspace from before a moment. The same transaction adds an entry about that. The service's role must
 * not delete entries, so this connects as the owner.
 * @throws CommandError when the owner's address is not known
 */
export async function pruneAudit(terminal: Terminal, subdomain: string, before: Date): Promise<void> {
  const pruned = await withWorkspace(
    terminal,
    subdomain,
    [],
    async ({ app, scope, access: { ownerUrl } }) => {
      if (ownerUrl === undefined) {
        throw new CommandError(
          'Only the owner of the database can delete entries: set MIGRATION_DATABASE_URL.',
        );
      }
      return pruneAs(ownerUrl, app.get(TenantDatabase), scope, before);
    },
  );
  terminal.say(
    `Deleted ${pruned} entries of workspace "${subdomain}" that were older than ${before.toISOString()}.`,
  );
}

async function pruneAs(
  ownerUrl: string,
  database: TenantDatabase,
  scope: TenantScope,
  before: Date,
): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'support-desk audit prune' });
  await client.connect();
  try {
    return await database.transactOn(client, scope, async ({ workspaceId, origin, transaction }) => {
      await transaction.query(LOCK_STREAM, [workspaceId]);
      const values = [workspaceId, before, uuid(), origin.actor, origin.requestId];
      const [row] = (await transaction.query(PRUNE, values)) as { pruned: number }[];
      return row?.pruned ?? 0;
    });
  } finally {
    await client.end();
  }
}
