import { AuditLog, type AuditQuery } from '../../events/audit-log.service.js';
import type { JsonOption } from '../desk-command.js';
import { printAll } from '../output/standard-output.js';
import type { Terminal } from '../output/terminal.js';
import { asOwner } from '../owner.js';
import { withWorkspace } from '../session.js';
import { readableEntry, toEntryDocument } from './audit-entry.format.js';

type ShowOptions = JsonOption & Omit<AuditQuery, 'keyId'> & { readonly key?: string };

/** Writes the entries to standard output, newest first, as fast as the reader takes them. */
export async function showAudit(
  terminal: Terminal,
  subdomain: string,
  { json, key, ...filter }: ShowOptions,
): Promise<void> {
  const count = await withWorkspace(terminal, subdomain, [], async ({ app, scope }) => {
    const entries = app.get(AuditLog).read(scope, { ...filter, ...(key !== undefined && { keyId: key }) });
    let written = 0;
    async function* lines(): AsyncGenerator<string> {
      for await (const entry of entries) {
        yield* json ? [JSON.stringify(toEntryDocument(entry))] : readableEntry(entry);
        written++;
      }
    }
    await printAll(terminal, lines());
    return written;
  });
  if (count === 0) terminal.say(`Workspace "${subdomain}" has no entries like that.`);
}

/**
 * Deletes the entries of a workspace from before a moment.
 * @throws CommandError when the owner's address is not known
 */
export async function pruneAudit(
  terminal: Terminal,
  subdomain: string,
  { before }: { readonly before: Date },
): Promise<void> {
  const pruned = await withWorkspace(terminal, subdomain, [], (visit) =>
    asOwner(visit, { can: 'delete entries', command: 'audit prune' }, (transact) =>
      transact((inner) => visit.app.get(AuditLog).prune(inner, before)),
    ),
  );
  terminal.say(
    `Deleted ${pruned} entries of workspace "${subdomain}" that were older than ${before.toISOString()}.`,
  );
}
