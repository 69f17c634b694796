import { TicketExportService, type ExportProgress } from '../tickets/ticket-export.service.js';
import type { ExportFormat } from '../tickets/ticket-export.sql.js';
import { openTarget } from './export-target.js';
import { say } from './output.js';
import { startProgress } from './progress.js';
import { withWorkspace } from './session.js';

/** What `export tickets` can be told. */
export interface ExportSettings {
  readonly format?: ExportFormat;
  readonly since?: Date;
  readonly output?: string;
}

/**
 * Writes the tickets of a workspace to a file or to standard output. A file is there only once it is whole.
 * @throws CommandError when it cannot be written
 */
export async function exportTickets(
  subdomain: string,
  { format, since, output }: ExportSettings,
): Promise<void> {
  const exported = await withWorkspace(subdomain, async (app, scope) => {
    const target = openTarget(output);
    const progress = startProgress(null);
    let last: ExportProgress = { exported: 0, number: 0, lastNumber: 0 };
    try {
      const bytes = app.get(TicketExportService).exportTickets(scope, {
        format: format ?? formatOf(output),
        ...(since === undefined ? {} : { since }),
        onProgress: (now) => {
          last = now;
          progress.show(now.exported, `${now.exported} tickets, number ${now.number} of ${now.lastNumber}`);
        },
      });
      return (await target.write(bytes)) ? last.exported : null;
    } finally {
      progress.end();
    }
  });
  if (exported !== null) say(`${exported} exported`);
}

function formatOf(output = ''): ExportFormat {
  return /\.csv(\.gz)?$/i.test(output) ? 'csv' : 'ndjson';
}
