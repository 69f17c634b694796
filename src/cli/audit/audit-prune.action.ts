import { v7 as uuid } from 'uuid';
import { PRUNE } from '../../events/audit.sql.js';
import { LOCK_STREAM } from '../../events/feed/event-feed.sql.js';
import { asOwner, type Transact } from '../owner.js';
import { withWorkspace } from '../session.js';
import type { Terminal } from '../terminal.js';

/**
 * Deletes the entries of a workspace from before a moment. The same transaction adds an entry about that. The service's role must
 * not delete entries, so this connects as the owner.
 * @throws CommandError when the owner's address is not known
 */
export async function pruneAudit(terminal: Terminal, subdomain: string, before: Date): Promise<void> {
  const pruned = await withWorkspace(terminal, subdomain, [], (visit) =>
    asOwner(visit, { can: 'delete entries', command: 'audit prune' }, (transact) =>
      pruneBy(transact, before),
    ),
  );
  terminal.say(
    `Deleted ${pruned} entries of workspace "${subdomain}" that were older than ${before.toISOString()}.`,
  );
}

function pruneBy(transact: Transact, before: Date): Promise<number> {
  return transact(async ({ workspaceId, origin, transaction }) => {
    await transaction.query(LOCK_STREAM, [workspaceId]);
    const values = [workspaceId, before, uuid(), origin.actor, origin.requestId];
    const [row] = (await transaction.query(PRUNE, values)) as { pruned: number }[];
    return row?.pruned ?? 0;
  });
}
