import type { DeskCommand } from '../desk-command.js';

const AFTER_HELP = `
docs/search.md says when an index has to be made anew, and what is found meanwhile.`;

export function addSearchCommands(program: DeskCommand): void {
  const search = program
    .command('search')
    .description('the index of the words of tickets')
    .addHelpText('after', AFTER_HELP);
  search
    .command('rebuild')
    .description('read all texts anew; goes on where an earlier run was ended')
    .argument('[subdomain]', 'subdomain of the workspace (default: all workspaces)')
    .does(async () => (await import('./search.actions.js')).rebuildIndex);
}
