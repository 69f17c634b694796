import { migrate } from '../database/migrator.js';
import { CommandError } from './command-error.js';
import { withDatabase } from './database-visit.js';
import { say } from './output.js';

/** Brings the database up to date as its owner. */
export async function migrateDatabase(): Promise<void> {
  const ran = await withDatabase(({ ownerUrl, serviceUrl }) => {
    if (ownerUrl === undefined) {
      throw new CommandError(
        'MIGRATION_DATABASE_URL is needed: the address of the database for the role that owns it, beside DATABASE_URL.',
      );
    }
    return migrate(ownerUrl, serviceUrl);
  });
  for (const name of ran) say(`Ran ${name}.`);
  say('The database is up to date.');
}
