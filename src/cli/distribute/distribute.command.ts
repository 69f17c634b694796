import type { Command } from 'commander';
import type { Terminal } from '../output/terminal.js';

/** `distribute`. */
export function addDistributeCommand(program: Command, terminal: Terminal): void {
  program
    .command('distribute')
    .description(
      'distribute the tables over the workers of a Citus cluster by workspace, as the owner of the database; may be repeated',
    )
    .option('--dry-run', 'print the statements and change nothing')
    .option(
      '--network <addresses...>',
      'further addresses of the cluster, like 10.0.0.0/28, from which the role of the service may log in to workers',
    )
    .action(async ({ dryRun, network }: { dryRun?: true; network?: string[] }) =>
      (await import('./distribute.action.js')).distributeTables(terminal, dryRun === true, network ?? []),
    );
}
