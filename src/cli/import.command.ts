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
    .addOption(
      new Option('--from <system>', 'the file is a ticket export of another system').choices([
        'zendesk',
        'freshdesk',
      ]),
    )
    .option('--mapping <file>', 'YAML that says what things of the other system are called here')
    .option(
      '--users <file>',
      'users of the other system; by default users.json(l) and such beside the tickets',
    )
    .option('--fields <file>', 'ticket fields of the other system; by default ticket_fields.json(l)')
    .option('--groups <file>', 'groups of the other system; by default groups.json(l)')
    .option('--drop-unmapped', 'import without what has no counterpart here, instead of nothing')
    .option('--dry-run', 'say what would be imported and what refused, and write nothing')
    .option('--json', 'tell the progress as a line of JSON a second on standard output')
    .addHelpText('after', AFTER_HELP)
    .action(async (subdomain: string, file: string, settings: ImportSettings) =>
      (await import('./import.action.js')).importTickets(subdomain, file, settings),
    );
}
