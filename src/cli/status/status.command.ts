import type { DeskCommand } from '../desk-command.js';

const AFTER_HELP = `
Exit status: 0 when everything works, 1 when something does not. What is not set up is \`off\`, and no fault.`;

/** Adds `status`. */
export function addStatusCommand(program: DeskCommand): void {
  program
    .command('status')
    .description('show version, database, migrations, storage, mail and webhooks, and what waits')
    .option('--json', 'print JSON')
    .addHelpText('after', AFTER_HELP)
    .does(async () => (await import('./status.action.js')).showStatus);
}
