import { Option, type Command } from 'commander';
import { instant } from './arguments.js';
import type { ExportSettings } from './export.action.js';

/** `export tickets`. */
export function addExportCommands(program: Command): void {
  program
    .command('export')
    .description('write what a workspace holds into files')
    .command('tickets')
    .description(
      'write all tickets, as of one moment and by number, in the format that `import tickets` reads',
    )
    .argument('<subdomain>', 'subdomain of the workspace')
    .addOption(
      new Option('--format <format>', 'how to write; by default as --output ends, otherwise ndjson').choices([
        'ndjson',
        'csv',
      ]),
    )
    .option(
      '--since <date-time>',
      'only tickets updated then or later, such as 2026-01-31T09:30:00Z',
      instant,
    )
    .option('--output <file>', 'where to write, compressed when it ends with .gz; standard output by default')
    .action(async (subdomain: string, settings: ExportSettings) =>
      (await import('./export.action.js')).exportTickets(subdomain, settings),
    );
}
