import type { DeskCommand } from '../desk-command.js';

export function addDatabaseCommands(program: DeskCommand): void {
  program
    .command('migrate')
    .description('bring the database schema up to date')
    .option('--json', 'print the migrations that ran as JSON')
    .does(async () => (await import('./database.actions.js')).migrateDatabase);
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
    .does(async () => (await import('./database.actions.js')).distributeTables);
  program
    .workspaceCommand(
      'move',
      'move a workspace to another worker of a Citus cluster, as a superuser; its writes wait at the end',
    )
    .requiredOption('--to <node>', 'host:port of the worker, as the cluster knows it (required)')
    .does(async () => (await import('./move.action.js')).moveWorkspace);
}
