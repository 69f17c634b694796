import { existsSync } from 'node:fs';
import { ImportModule } from '../../import/import.module.js';
import { TicketImportService } from '../../import/own/ticket-import.service.js';
import { TicketReaderService } from '../../tickets/read/ticket-reader.service.js';
import type { TicketNames } from '../../tickets/rules/ticket-names.rules.js';
import type { TicketEntry } from '../../tickets/rules/ticket.changes.js';
import { CommandError, type Terminal, type JsonOption } from '../output/terminal.js';
import { startProgress } from '../output/progress.js';
import { withWorkspace } from '../session.js';

const GENERATOR = new URL('../../../bench/seed/tickets.mjs', import.meta.url);

interface Generator {
  readonly syntheticTickets: (
    names: TicketNames,
    settings: { readonly tickets: number; readonly seed: number; readonly end?: Date },
  ) => AsyncIterable<TicketEntry[]>;
}

/** Loads the generator of the benchmarks. @throws CommandError where there is none */
export async function ticketGenerator(): Promise<Generator> {
  if (!existsSync(GENERATOR))
    throw new CommandError(
      'This installation has no generator of synthetic tickets: run the command in a clone of the repository.',
    );
  return (await import(GENERATOR.href)) as Generator;
}

export async function seedTickets(
  terminal: Terminal,
  subdomain: string,
  { tickets, seed, json }: JsonOption & { readonly tickets: number; readonly seed: number },
): Promise<void> {
  const { syntheticTickets } = await ticketGenerator();
  await withWorkspace(terminal, subdomain, [ImportModule], async ({ app, scope }) => {
    const service = app.get(TicketImportService);
    const progress = startProgress(terminal, tickets);
    try {
      const names = await app.get(TicketReaderService).names(scope);
      const batches = syntheticTickets(names, { tickets, seed });
      await service.seed(scope, batches, (added) => {
        progress.show(added, `${added} of ${tickets} tickets`);
      });
    } finally {
      progress.end();
    }
  });
  if (json) terminal.printJson({ workspace: subdomain, tickets, seed });
  terminal.say(`Workspace "${subdomain}" has ${tickets} more tickets, made with the seed ${seed}.`);
}
