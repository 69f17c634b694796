import { Option, type Command } from 'commander';
import type { ImportSettings } from './import.action.js';

const AFTER_HELP = `
Files: NDJSON such as examples/tickets.ndjson, or CSV with a header; packed when they end with .gz or .zst.
Lines that are refused go to <file>.rejects.ndjson with their number and the reasons; the others are imported.
docs/importing.md describes formats, other systems and their mappings.`;

/** `import tickets`. */
export function addImportCommands(program: Command): void {
  program
    .command('import')
    .description('take over tickets from other systems')
    .command('tickets')
    .description('import tickets, one a line; safe to repeat for those with source and external_id')
    .argument('<subdomain>', 'subdomain of the workspace')
    .argument('<file>', 'NDJSON or CSV file, or - for standard input')
    .addOption(
      new Option('--format <format>', 'what the file is, when its name does not say').choices([
        'ndjson',
        'csv',
      ]),
    )
    .option('--dry-run', 'say what would be imported and what refused, and write nothing')
    .option('--json', 'tell the progress as a line of JSON a second on standard output')
    .addHelpText('after', AFTER_HELP)
    .action(async (subdomain: string, file: string, settings: ImportSettings) =>
      (await import('./import.action.js')).importTickets(subdomain, file, settings),
    );
}
