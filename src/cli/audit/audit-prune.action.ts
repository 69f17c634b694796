import { AuditLog } from '../../events/audit-log.service.js';
import { asOwner } from '../owner.js';
import { withWorkspace } from '../session.js';
import type { Terminal } from '../output/terminal.js';

/**
 * Deletes the entries of a workspace from before a moment.
 * @throws CommandError when the owner's address is not known
 */
export async function pruneAudit(terminal: Terminal, subdomain: string, before: Date): Promise<void> {
  const pruned = await withWorkspace(terminal, subdomain, [], (visit) =>
    asOwner(visit, { can: 'delete entries', command: 'audit prune' }, (transact) =>
      transact((inner) => visit.app.get(AuditLog).prune(inner, before)),
    ),
  );
  terminal.say(
    `Deleted ${pruned} entries of workspace "${subdomain}" that were older than ${before.toISOString()}.`,
  );
}
