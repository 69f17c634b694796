import { Argument, type Command } from 'commander';
import type { Terminal } from '../output/terminal.js';

/** The shells that a script can be made for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

const AFTER_HELP = `
docs/commands.md says where each shell looks for it.`;

/** `completion`. */
export function addCompletionCommand(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .description('print a script that completes commands and options of desk in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', AFTER_HELP)
    .action(async (shell: (typeof SHELLS)[number]) => {
      (await import('./completion.action.js')).printCompletion(terminal, program, shell);
    });
}
