import type { Command } from 'commander';

/** `import tickets`. */
export function addImportCommands(program: Command): void {
  program
    .command('import')
    .description('take over tickets from other systems')
    .command('tickets')
    .description(
      'import tickets, one JSON object a line; safe to repeat for those with source and external_id',
    )
    .argument('<subdomain>', 'subdomain of the workspace')
    .argument('<file>', 'NDJSON file such as examples/tickets.ndjson, or - for standard input')
    .addHelpText(
      'after',
      '\nLines that are refused go to <file>.rejects.ndjson with their number and the reasons.',
    )
    .action(async (subdomain: string, file: string) =>
      (await import('./import.action.js')).importTickets(subdomain, file),
    );
}
