import { migrations, triggerFunctions } from '../../app/schema/migrations.js';
import { migrate } from '../../app/schema/migrator.js';
import { distribute, planDistribution } from '../../platform/database/citus/distribution.js';
import { hasCitus } from '../../platform/database/citus/tenant-tables.js';
import { isNetwork, refuseOpenWorkers } from '../../platform/database/citus/worker-access.js';
import { pendingMigrations } from '../../platform/database/pending-migrations.js';
import { askedOn, type Asked } from '../../platform/database/role-check.js';
import { CommandError } from '../command-error.js';
import { connect, withDatabase } from '../database-visit.js';
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

interface DistributeOptions {
  readonly dryRun?: true;
  /** Networks of the cluster besides the addresses of its nodes. */
  readonly network?: readonly string[];
}

/** Distributes what is not distributed yet. @throws CommandError when the database is no coordinator that is ready for it */
export async function distributeTables(
  terminal: Terminal,
  { dryRun: isDry, network: addresses = [] }: DistributeOptions,
): Promise<void> {
  const wrong = addresses.find((address) => !isNetwork(address));
  if (wrong !== undefined)
    throw new CommandError(`--network must be addresses like 10.0.0.0/28, not "${wrong}".`);
  await withDatabase(terminal, async ({ ownerUrl, serviceUrl }, _config, onLeave) => {
    if (ownerUrl === undefined) {
      throw new CommandError(
        'MIGRATION_DATABASE_URL is needed: the address of the coordinator with the role that owns the database.',
      );
    }
    const client = await connect({
      connectionString: ownerUrl,
      application_name: 'support-desk distribute',
    });
    onLeave(() => client.end());
    const asked = askedOn(client);
    await refuseUnready(asked);
    if (isDry) {
      for (const statement of await planDistribution(asked, triggerFunctions))
        terminal.print(`${statement};`);
      return;
    }
    const role = decodeURIComponent(new URL(serviceUrl).username);
    for (const node of await refuseOpenWorkers(asked, role, addresses))
      terminal.say(`Nobody has checked pg_hba.conf of the worker ${node}: only a superuser can read it.`);
    if ((await distribute(client, triggerFunctions)) === 0)
      terminal.say('The tables are distributed already.');
    else terminal.say('The tables are distributed.');
  });
}

async function refuseUnready(asked: Asked): Promise<void> {
  if ((await pendingMigrations(asked, migrations)).length > 0)
    throw new CommandError('The database is not up to date: run `desk migrate`, then try again.');
  if (!(await hasCitus(asked))) {
    throw new CommandError(
      'The database has no extension citus: a superuser has to CREATE EXTENSION citus on each server and add the nodes.',
    );
  }
  const nodes = await asked.query<{ isCoordinator: boolean }[]>(
    `SELECT groupid = 0 AS "isCoordinator" FROM pg_dist_node WHERE isactive AND noderole = 'primary'`,
  );
  if (!nodes.some(({ isCoordinator }) => isCoordinator)) {
    throw new CommandError(
      'The coordinator does not know its own address: a superuser has to call citus_set_coordinator_host.',
    );
  }
  if (nodes.every(({ isCoordinator }) => isCoordinator))
    throw new CommandError('The cluster has no worker: a superuser has to call citus_add_node.');
}
