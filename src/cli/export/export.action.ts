import { FEATURES } from '../../app/feature-modules.js';
import { TicketExportService, type ExportProgress } from '../../tickets/export/ticket-export.service.js';
import { CommandError } from '../command-error.js';
import { startProgress } from '../output/progress.js';
import type { Terminal } from '../output/terminal.js';
import { withWorkspace } from '../session.js';
import { writeExport } from './export-target.js';

interface ExportOptions {
  readonly format?: 'ndjson' | 'csv';
  readonly raw?: boolean;
  readonly since?: Date;
  readonly withComments?: boolean;
  readonly output?: string;
}

/**
 * Writes the tickets of a workspace to a file or to standard output. The file appears when it is complete.
 * @throws CommandError when it cannot be written
 */
export async function exportTickets(
  terminal: Terminal,
  subdomain: string,
  { format, raw = false, since, withComments = false, output }: ExportOptions,
): Promise<void> {
  const written = format ?? formatOf(output);
  if (raw && written !== 'csv') throw new CommandError('--raw is for CSV. Add --format csv.');
  if (withComments && written !== 'ndjson')
    throw new CommandError(
      '--with-comments is for NDJSON, because a cell cannot hold comments. Leave CSV out.',
    );
  const exported = await withWorkspace(terminal, subdomain, FEATURES, async ({ app, scope }) => {
    const progress = startProgress(terminal, null);
    let last: ExportProgress = { exported: 0, number: 0, lastNumber: 0, comments: withComments ? 0 : null };
    try {
      const bytes = app.get(TicketExportService).exportTickets(scope, {
        format: raw ? 'raw_csv' : written,
        ...(since === undefined ? {} : { since }),
        withComments,
        onProgress: (now) => {
          last = now;
          progress.show(now.exported, `${now.exported} tickets, number ${now.number} of ${now.lastNumber}`);
        },
      });
      return (await writeExport(terminal, output, bytes)) ? last : null;
    } finally {
      progress.end();
    }
  });
  if (exported !== null) terminal.say(sentenceOf(exported));
}

function sentenceOf({ exported, comments }: ExportProgress): string {
  return comments === null ? `${exported} exported` : `${exported} exported with ${comments} comments`;
}

function formatOf(output = ''): 'ndjson' | 'csv' {
  return /\.csv(\.gz)?$/i.test(output) ? 'csv' : 'ndjson';
}
