import type { DeskCommand } from '../desk-command.js';

const AFTER_HELP = `
Exit status: 0 when everything works, 1 when something does not. A part that nobody has set up is \`off\`, which is no failure.`;

export function addStatusCommand(program: DeskCommand): void {
  program
    .command('status')
    .description(
      'show version, database, migrations, storage, mail and webhooks, and how much mail and how many deliveries wait',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', AFTER_HELP)
    .does(async () => (await import('./status.action.js')).showStatus);
}
