import type { Command } from 'commander';
import type { Terminal } from '../output/terminal.js';

/** `move`. */
export function addMoveCommand(program: Command, terminal: Terminal): void {
  program
    .command('move')
    .description(
      'move a workspace to another worker of a Citus cluster, as a superuser; its writes wait at the end',
    )
    .argument('<subdomain>', 'subdomain of the workspace')
    .requiredOption('--to <node>', 'host:port of the worker, as the cluster knows it (required)')
    .action(async (subdomain: string, { to }: { to: string }) =>
      (await import('./move.action.js')).moveWorkspace(terminal, subdomain, to),
    );
}
