import { Option } from 'commander';
import { instant } from '../arguments.js';
import type { DeskCommand } from '../desk-command.js';

export function addExportCommands(program: DeskCommand): void {
  program
    .command('export')
    .description('write the data of a workspace to files')
    .workspaceCommand(
      'tickets',
      'write all tickets as they are at one moment, sorted by number; `import tickets` reads the result',
    )
    .addOption(
      new Option(
        '--format <format>',
        'format to write (default: from the ending of --output, otherwise ndjson)',
      ).choices(['ndjson', 'csv']),
    )
    .option(
      '--raw',
      'write the cells of CSV as they are, also those that a spreadsheet would run as formulas',
    )
    .option(
      '--since <date-time>',
      'only tickets updated at this time or later, such as 2026-01-31T09:30:00Z',
      instant,
    )
    .option('--with-comments', 'also the comments of each ticket, notes too; only as ndjson')
    .option(
      '--output <file>',
      'file to write, compressed if its name ends with .gz (default: standard output)',
    )
    .does(async () => (await import('./export.action.js')).exportTickets);
}
