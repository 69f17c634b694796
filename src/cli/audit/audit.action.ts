import type { AuditRow } from '../../events/audit.sql.js';
import { AuditLog } from '../../events/audit-log.service.js';
import type { AuditSettings } from './audit.command.js';
import { readableEntry, toEntryDocument } from './audit-entry.format.js';
import { openTarget } from '../export/export-target.js';
import { withWorkspace } from '../session.js';
import type { Terminal } from '../terminal.js';

/** Writes the entries to standard output, newest first, as fast as the reader takes them. */
export async function showAudit(
  terminal: Terminal,
  subdomain: string,
  { json, key, ...filter }: AuditSettings,
): Promise<void> {
  const count = await withWorkspace(terminal, subdomain, [], async ({ app, scope }) => {
    const entries = app.get(AuditLog).read(scope, { ...filter, ...(key !== undefined && { keyId: key }) });
    let written = 0;
    async function* lines(): AsyncGenerator<Buffer> {
      for await (const entry of entries) {
        yield Buffer.from(lineOf(entry));
        written++;
      }
    }
    await openTarget(terminal, undefined).write(lines());
    return written;
  });
  if (count === 0) terminal.say(`Workspace "${subdomain}" has no entries like that.`);

  function lineOf(entry: AuditRow): string {
    return json ? `${JSON.stringify(toEntryDocument(entry))}\n` : `${readableEntry(entry).join('\n')}\n`;
  }
}
