import { DataSource, type MigrationInterface } from 'typeorm';
import { ownerConnection } from '../../src/platform/database/connection-options.js';
import { migrate, runPatiently } from '../../src/app/schema/migrator.js';
import { OWNER, SERVICE, Servers, type PostgresServer } from '../support/servers/servers.js';

const SETTINGS = [
  'shared_preload_libraries=citus',
  'wal_level=logical',
  'max_prepared_transactions=100',
  'max_connections=150',
  'citus.node_conninfo=sslmode=prefer',
  'citus.local_hostname=127.0.0.1',
  // Few, so that a test does not wait for hundreds of tables; more than there are servers, so that some lie together.
  'citus.shard_count=4',
  // What the service asks for on its own connections does not reach the workers.
  'jit=off',
  'random_page_cost=1.1',
  // Where to read what the servers say, when somebody looks for the reason of a failure.
  ...(process.env['CITUS_LOG'] ? ['logging_collector=on', `log_directory=${process.env['CITUS_LOG']}`] : []),
];

/** A coordinator and two workers on loopback, each with both roles and the same database. */
export interface Cluster {
  readonly servers: Servers;
  readonly coordinator: PostgresServer;
  readonly workers: readonly PostgresServer[];
  close(): Promise<void>;
}

/**
 * Starts a cluster whose database has the schema of the service, not distributed yet.
 * @param programs the folder of PostgreSQL's programs with Citus beside them
 * @param more further settings of each server
 * @param makeSchema makes the schema on the coordinator
 */
export async function startCluster(
  programs: string,
  more: readonly string[] = [],
  makeSchema = (coordinator: PostgresServer): Promise<unknown> =>
    migrate(coordinator.urlOf(OWNER), coordinator.urlOf(SERVICE)),
): Promise<Cluster> {
  const servers = await Servers.open(programs);
  const settings = [...SETTINGS, ...more];
  try {
    const coordinator = await servers.empty('coordinator', settings);
    const workers = [
      await servers.empty('worker-one', settings),
      await servers.empty('worker-two', settings),
    ];
    for (const server of [coordinator, ...workers]) {
      await server.ask('CREATE EXTENSION citus');
      await allowCopies(server);
    }
    await coordinator.ask(`SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
    for (const { port } of workers) await coordinator.ask(`SELECT citus_add_node('127.0.0.1', ${port})`);
    await makeSchema(coordinator);
    return { servers, coordinator, workers, close: () => servers.close() };
  } catch (error) {
    await servers.close();
    throw error;
  }
}

/** Newer minor versions of PostgreSQL name the libraries that may copy changes; Citus copies those of a workspace that moves. */
async function allowCopies(server: PostgresServer): Promise<void> {
  const setting = 'output_plugin_libraries';
  const known = await server.ask(`SELECT FROM pg_settings WHERE name = '${setting}'`);
  if (known.length === 0) return;
  await server.ask(`ALTER SYSTEM SET ${setting} = pgoutput, citus`);
  await server.configure({});
}

/** Runs migrations as the owner, as `desk migrate` runs those of the service. */
export async function runMigrations(
  server: PostgresServer,
  classes: readonly (new () => MigrationInterface)[],
): Promise<void> {
  const options = { ...ownerConnection(server.urlOf(OWNER), 2), migrations: [...classes] };
  const dataSource = await new DataSource(options).initialize();
  await runPatiently(dataSource).finally(() => dataSource.destroy());
}
