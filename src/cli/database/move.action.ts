import { isUuid } from '../../kernel/ids.js';
import { moveShards, nodeOf } from '../../platform/database/citus/placement.js';
import { CommandError } from '../command-error.js';
import { connect } from '../database-visit.js';
import { withWorkspace } from '../session.js';
import type { Terminal } from '../output/terminal.js';

/** Moves a workspace to a worker, with a shard of its own. @throws CommandError when this is no cluster, or has no such worker */
export async function moveWorkspace(
  terminal: Terminal,
  subdomain: string,
  { to: node }: { readonly to: string },
): Promise<void> {
  await withWorkspace(terminal, subdomain, [], async ({ scope, access: { ownerUrl }, config }) => {
    if (config.engine !== 'citus')
      throw new CommandError('Only a workspace of a cluster can be moved: DATABASE_ENGINE is not citus.');
    if (ownerUrl === undefined)
      throw new CommandError(
        'Only a superuser can move a workspace: set MIGRATION_DATABASE_URL to the address of one for this command.',
      );
    const { workspaceId } = scope;
    if (!isUuid(workspaceId)) throw new TypeError('A workspace id must be a UUID.');
    const server = { connectionString: ownerUrl, application_name: 'support-desk move' };
    const client = await connect(server);
    const watching = await connect(server);
    try {
      const waited = await moveShards(client, watching, workspaceId, node);
      const now = await nodeOf(client, workspaceId);
      if (waited === null) terminal.say(`Workspace "${subdomain}" is on ${now ?? node} already.`);
      else {
        const seconds = (waited / 1_000).toFixed(1);
        terminal.say(
          `Workspace "${subdomain}" is on ${now ?? node} now. Its writes waited for at most ${seconds} s.`,
        );
      }
    } finally {
      await Promise.all([client.end(), watching.end()]);
    }
  });
}
