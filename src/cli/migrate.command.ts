import type { Command } from 'commander';

/** `migrate`. */
export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to date')
    .action(async () => (await import('./migrate.action.js')).migrateDatabase());
}
