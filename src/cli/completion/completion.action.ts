import type { Command } from 'commander';
import type { Terminal } from '../output/terminal.js';
import { bashScript } from './bash-script.js';
import type { SHELLS } from './completion.command.js';
import { completedCommands } from './completed-command.js';
import { fishScript } from './fish-script.js';
import { zshScript } from './zsh-script.js';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Prints a script for a shell, made from the commands themselves. */
export function printCompletion(terminal: Terminal, program: Command, shell: (typeof SHELLS)[number]): void {
  for (const line of SCRIPTS[shell](completedCommands(program))) terminal.print(line);
}
