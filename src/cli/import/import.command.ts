import { Option } from 'commander';
import type { DeskCommand } from '../desk-command.js';

const AFTER_HELP = `
The file is NDJSON, such as examples/tickets.ndjson, or CSV with a header line. It may be compressed (.gz).
Refused lines go to <file>.rejects.ndjson with their numbers and the reasons. All other lines are imported.
docs/importing.md describes the formats, other systems and mappings.`;

const FORMAT = new Option('--format <format>', 'format of the file, if its name does not show it').choices([
  'ndjson',
  'csv',
]);
const FROM = new Option('--from <system>', 'the file is a ticket export of another system').choices([
  'zendesk',
  'freshdesk',
]);

export function addImportCommands(program: DeskCommand): void {
  program
    .command('import')
    .description('import tickets, also from other systems')
    .workspaceCommand(
      'tickets',
      'import tickets from a file; importing it again does not duplicate tickets with source and external_id',
    )
    .argument('<file>', 'NDJSON or CSV file, or - for standard input')
    .addOption(FORMAT)
    .addOption(FROM)
    .option('--mapping <file>', 'YAML file that maps names of the other system to names here')
    .option(
      '--users <file>',
      'users of the other system (default: users.json(l), contacts.json(l) or agents.json(l) beside the tickets)',
    )
    .option(
      '--fields <file>',
      'ticket fields of the other system (default: ticket_fields.json(l) beside the tickets)',
    )
    .option('--groups <file>', 'groups of the other system (default: groups.json(l) beside the tickets)')
    .option(
      '--comments <file>',
      'comments of the other system (default: comments.json(l) or conversations.json(l) beside the tickets)',
    )
    .option('--drop-unmapped', 'leave out values that have no counterpart here, instead of importing nothing')
    .option('--raw', 'read the cells of CSV as they are, as `export tickets --raw` writes them')
    .option('--dry-run', 'show what would be imported and what would be refused, and write nothing')
    .option('--json', 'print the progress to standard output as one line of JSON per second')
    .addHelpText('after', AFTER_HELP)
    .does(async () => (await import('./import.action.js')).importTickets);
}
