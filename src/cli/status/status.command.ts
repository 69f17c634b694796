import type { Command } from 'commander';
import type { Terminal } from '../output/terminal.js';

const AFTER_HELP = `
Exit status: 0 when everything works, 1 when something does not. What is not set up is \`off\`, and no fault.`;

/** `status`. */
export function addStatusCommand(program: Command, terminal: Terminal): void {
  program
    .command('status')
    .description('show version, database, migrations, storage, mail and webhooks, and what waits')
    .option('--json', 'print JSON')
    .addHelpText('after', AFTER_HELP)
    .action(async (options: { json?: true }) =>
      (await import('./status.action.js')).showStatus(terminal, options.json === true),
    );
}
