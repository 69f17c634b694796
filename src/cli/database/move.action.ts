import { moveShards, nodeOf } from '../../platform/database/citus/placement.js';
import { askedOn } from '../../platform/database/role-check.js';
import { CommandError, type Terminal } from '../output/terminal.js';
import { withWorkspace } from '../session.js';

/** Moves a workspace to a worker, with a shard of its own. @throws CommandError when there is no cluster, or no such worker */
export async function moveWorkspace(
  terminal: Terminal,
  subdomain: string,
  { to: node }: { readonly to: string },
): Promise<void> {
  await withWorkspace(terminal, subdomain, [], async ({ scope, access: { ownerUrl }, config, connect }) => {
    if (config.engine !== 'citus')
      throw new CommandError('Only a workspace of a cluster can be moved: DATABASE_ENGINE is not citus.');
    if (ownerUrl === undefined)
      throw new CommandError(
        'Only a superuser can move a workspace: set MIGRATION_DATABASE_URL to the address of one for this command.',
      );
    const { workspaceId } = scope;
    const client = askedOn(await connect(ownerUrl, 'support-desk move'));
    const watching = askedOn(await connect(ownerUrl, 'support-desk move'));
    const waited = await moveShards(client, watching, workspaceId, node);
    const place = `Workspace "${subdomain}" is on ${(await nodeOf(client, workspaceId)) ?? node}`;
    if (waited === null) terminal.say(`${place} already.`);
    else terminal.say(`${place} now. Its writes waited for at most ${(waited / 1_000).toFixed(1)} s.`);
  });
}
