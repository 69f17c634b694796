import type { Command } from 'commander';
import type { Terminal } from '../output/terminal.js';

/** `migrate`. */
export function addMigrateCommand(program: Command, terminal: Terminal): void {
  program
    .command('migrate')
    .description('bring the database schema up to date')
    .option('--json', 'print the migrations that ran as JSON')
    .action(async (options: { json?: true }) =>
      (await import('./migrate.action.js')).migrateDatabase(terminal, options.json === true),
    );
}
