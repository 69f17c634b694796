import { migrations, shardedFunctions } from '../../app/schema/migrations.js';
import { migrate } from '../../app/schema/migrator.js';
import { isNetwork } from '../../platform/config/env.values.js';
import { refuseOpenWorkers } from '../../platform/database/citus/cluster-check.js';
import {
  distribute,
  planDistribution,
  refuseUnreadyCluster,
} from '../../platform/database/citus/distribution.js';
import { pendingMigrations, askedOn } from '../../platform/database/role-check.js';
import { CommandError, type Terminal, type JsonOption } from '../output/terminal.js';
import { withDatabase } from '../database-session.js';

export async function migrateDatabase(terminal: Terminal, { json }: JsonOption): Promise<void> {
  const ran = await withDatabase(terminal, ({ access: { ownerUrl, serviceUrl } }) => {
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

interface DistributeOptions {
  readonly dryRun?: true;
  /** Lists networks of the cluster in addition to the addresses of its nodes. */
  readonly network?: readonly string[];
}

/** Distributes the tables that are not distributed yet. @throws CommandError when the database is no coordinator that is ready for it */
export async function distributeTables(
  terminal: Terminal,
  { dryRun: isDry, network: addresses = [] }: DistributeOptions,
): Promise<void> {
  const wrong = addresses.find((address) => !isNetwork(address));
  if (wrong !== undefined)
    throw new CommandError(`--network must be addresses like 10.0.0.0/28, not "${wrong}".`);
  await withDatabase(terminal, async ({ access: { ownerUrl, serviceUrl }, connect }) => {
    if (ownerUrl === undefined) {
      throw new CommandError(
        'MIGRATION_DATABASE_URL is needed: the address of the coordinator with the role that owns the database.',
      );
    }
    const client = await connect(ownerUrl, 'support-desk distribute');
    const asked = askedOn(client);
    if ((await pendingMigrations(asked, migrations)).length > 0)
      throw new CommandError('The database is not up to date: run `desk migrate`, then try again.');
    await refuseUnreadyCluster(asked);
    if (isDry) {
      for (const statement of await planDistribution(asked, shardedFunctions))
        terminal.print(`${statement};`);
      return;
    }
    const role = decodeURIComponent(new URL(serviceUrl).username);
    for (const node of await refuseOpenWorkers(asked, role, addresses))
      terminal.say(`pg_hba.conf of the worker ${node} was not checked: only a superuser can read it.`);
    if ((await distribute(client, shardedFunctions)) === 0)
      terminal.say('The tables are distributed already.');
    else terminal.say('The tables are distributed.');
  });
}
