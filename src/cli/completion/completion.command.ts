import { Argument } from 'commander';
import type { DeskCommand } from '../desk-command.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

const AFTER_HELP = `
docs/commands.md says where each shell looks for it.`;

export function addCompletionCommand(program: DeskCommand): void {
  program
    .command('completion')
    .description('print a script that completes commands and options of desk in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', AFTER_HELP)
    .does(async () => {
      const { printCompletion } = await import('./completion.actions.js');
      return (terminal, shell: (typeof SHELLS)[number]) => {
        printCompletion(terminal, program, shell);
      };
    });
}
