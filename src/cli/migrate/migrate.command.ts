import type { Command } from 'commander';
import type { Terminal } from '../terminal.js';

/** `migrate`. */
export function addMigrateCommand(program: Command, terminal: Terminal): void {
  program
    .command('migrate')
    .description('bring the database schema up to date')
    .action(async () => (await import('./migrate.action.js')).migrateDatabase(terminal));
}
