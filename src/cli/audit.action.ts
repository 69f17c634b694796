import type { AuditRow } from '../audit/audit.sql.js';
import { AuditLog } from '../audit/audit-log.service.js';
import type { AuditSettings } from './audit.command.js';
import { readableEntry, toEntryDocument } from './audit-entry.format.js';
import { openTarget } from './export-target.js';
import { say } from './output.js';
import { withWorkspace } from './session.js';

/** Writes the entries to standard output, newest first, as fast as they are taken. */
export async function showAudit(subdomain: string, { json, key, ...filter }: AuditSettings): Promise<void> {
  const count = await withWorkspace(subdomain, async (app, scope) => {
    const entries = app.get(AuditLog).read(scope, { ...filter, ...(key !== undefined && { keyId: key }) });
    let written = 0;
    async function* lines(): AsyncGenerator<Buffer> {
      for await (const entry of entries) {
        yield Buffer.from(lineOf(entry));
        written++;
      }
    }
    await openTarget(undefined).write(lines());
    return written;
  });
  if (count === 0) say(`Workspace "${subdomain}" has no such entries.`);

  function lineOf(entry: AuditRow): string {
    return json ? `${JSON.stringify(toEntryDocument(entry))}\n` : `${readableEntry(entry).join('\n')}\n`;
  }
}
