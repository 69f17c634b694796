// Starts a cluster and distributes its tables. Prints the addresses, and ends the servers when its standard input ends.
import pg from 'pg';
import { shardedFunctions } from '../../src/app/schema/migrations.js';
import { distribute } from '../../src/platform/database/citus/distribution.js';
import { OWNER, SERVICE } from '../support/servers/servers.js';
import { startCluster } from './cluster.js';

const cluster = await startCluster(process.argv[2] ?? '');
const { coordinator, workers } = cluster;
try {
  const client = new pg.Client({ connectionString: coordinator.urlOf(OWNER) });
  await client.connect();
  await distribute(client, shardedFunctions);
  await client.end();
  const said = {
    admin: coordinator.urlOf('postgres'),
    owner: coordinator.urlOf(OWNER),
    service: coordinator.urlOf(SERVICE),
    workers: workers.map(({ port }) => port),
  };
  process.stdout.write(`${JSON.stringify(said)}\n`);
} catch (error) {
  await cluster.close();
  throw error;
}
process.stdin.on('end', () => void cluster.close().then(() => process.exit())).resume();
