import type { AuditRow } from '../../events/audit.sql.js';
import { AuditLog } from '../../events/audit-log.service.js';
import type { AuditSettings } from './audit.command.js';
import { readableEntry, toEntryDocument } from './audit-entry.format.js';
import { withWorkspace } from '../session.js';
import { printAll } from '../output/standard-output.js';
import type { Terminal } from '../output/terminal.js';

/** Writes the entries to standard output, newest first, as fast as the reader takes them. */
export async function showAudit(
  terminal: Terminal,
  subdomain: string,
  { json, key, ...filter }: AuditSettings,
): Promise<void> {
  const count = await withWorkspace(terminal, subdomain, [], async ({ app, scope }) => {
    const entries = app.get(AuditLog).read(scope, { ...filter, ...(key !== undefined && { keyId: key }) });
    let written = 0;
    async function* lines(): AsyncGenerator<string> {
      for await (const entry of entries) {
        yield* linesOf(entry);
        written++;
      }
    }
    await printAll(terminal, lines());
    return written;
  });
  if (count === 0) terminal.say(`Workspace "${subdomain}" has no entries like that.`);

  function linesOf(entry: AuditRow): string[] {
    return json ? [JSON.stringify(toEntryDocument(entry))] : readableEntry(entry);
  }
}
