import type { Command } from 'commander';
import type { Terminal } from '../terminal.js';

/** `distribute`. */
export function addDistributeCommand(program: Command, terminal: Terminal): void {
  program
    .command('distribute')
    .description(
      'distribute the tables over the workers of a Citus cluster by workspace, as the owner of the database; may be repeated',
    )
    .option('--dry-run', 'print the statements and change nothing')
    .action(async ({ dryRun }: { dryRun?: true }) =>
      (await import('./distribute.action.js')).distributeTables(terminal, dryRun === true),
    );
}
