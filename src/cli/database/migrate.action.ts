import { migrate } from '../../app/schema/migrator.js';
import { CommandError } from '../command-error.js';
import { withDatabase } from '../database-visit.js';
import type { JsonOption } from '../desk-command.js';
import type { Terminal } from '../output/terminal.js';

/** Brings the database up to date as its owner. */
export async function migrateDatabase(terminal: Terminal, { json }: JsonOption): Promise<void> {
  const ran = await withDatabase(terminal, ({ ownerUrl, serviceUrl }) => {
    if (ownerUrl === undefined) {
      throw new CommandError(
        'MIGRATION_DATABASE_URL is needed: the address of the database with the role that owns it, in addition to DATABASE_URL.',
      );
    }
    return migrate(ownerUrl, serviceUrl);
  });
  if (json) terminal.printJson({ migrations: ran });
  for (const name of ran) terminal.say(`Ran ${name}.`);
  terminal.say('The database is up to date.');
}
