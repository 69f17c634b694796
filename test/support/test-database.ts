import { randomBytes } from 'node:crypto';
import type { Engine } from '../../src/platform/database/connection-options.js';
import { connections } from './admin-connections.js';

/** The addresses of a test database for each role. */
export interface TestDatabase {
  readonly serviceUrl: string;
  readonly ownerUrl: string;
  /** The superuser's address, for checking what is stored. */
  readonly adminUrl: string;
}

interface Run {
  /** What keeps the databases; PostgreSQL when it is not said. */
  readonly engine?: Engine;
  readonly admin: string;
  /** The ports of the workers of a cluster. */
  readonly workers?: readonly number[];
  readonly template: string;
  readonly owner: string;
  readonly service: string;
  /** A copy of the template for each worker of jest. On a cluster a worker has the template itself. */
  readonly clones?: readonly string[];
}

/** What there is for this worker of jest. Each of them has a cluster of its own. */
function currentRun(): Run {
  const { ofWorkers, ...run } = JSON.parse(process.env['DESK_TEST'] ?? '') as Run & { ofWorkers?: Run[] };
  return { ...run, ...ofWorkers?.[worker()] };
}

const worker = (): number => Number(process.env['JEST_WORKER_ID'] ?? '1') - 1;

/** What keeps the databases of this run. */
export function testEngine(): Engine {
  return currentRun().engine ?? 'postgres';
}

/** The database of this worker. Each test makes its own workspace and truncates nothing. */
export function testDatabase(): TestDatabase {
  const { clones, template } = currentRun();
  return addressesOf(clones?.[worker()] ?? template);
}

/** Makes a migrated database for a test that would disturb others. Drop it at the end. */
export async function freshDatabase(): Promise<TestDatabase & { drop(): Promise<void> }> {
  const { engine, template } = currentRun();
  if (engine === 'citus') {
    // A cluster has one database, and the tests on it run one after the other. Mails that earlier ones left are not to be sent.
    await asAdmin(addressesOf(template), `DELETE FROM mails WHERE state = 'pending'`);
    return { ...addressesOf(template), drop: () => Promise.resolve() };
  }
  return ownDatabase(`TEMPLATE ${template}`);
}

/** Makes an empty database for one test. */
export async function emptyDatabase(): Promise<TestDatabase & { drop(): Promise<void> }> {
  return ownDatabase('');
}

/** Matches a setting that would stay on its connection, which later tests get, too. SET LOCAL ends with its text. */
const STAYS = /(^|;)\s*SET (?!LOCAL )/;

/** Runs a statement as the superuser, so without row-level security. @throws Error for a SET that is not a SET LOCAL */
export async function asAdmin<Row extends object>(
  database: TestDatabase,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  if (STAYS.test(text)) throw new Error(`SET LOCAL is needed, because others use the connection: ${text}`);
  return (await connections(database.adminUrl).query<Row>(text, values)).rows;
}

/** The rows of a statement from the server of the database, and from each worker when it is a cluster. */
export async function askEveryServer<Row extends object>(
  database: TestDatabase,
  text: string,
): Promise<Row[]> {
  const urls = [database.adminUrl, ...workerPorts().map((port) => onWorker(port, database.adminUrl))];
  const answers = urls.map((adminUrl) => asAdmin<Row>({ ...database, adminUrl }, text));
  return (await Promise.all(answers)).flat();
}

/** The ports of the workers when the database is a cluster. */
export function workerPorts(): readonly number[] {
  return currentRun().workers ?? [];
}

/** The address of a worker for the role of `address`. */
export function onWorker(port: number, address: string): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}

async function ownDatabase(from: string): Promise<TestDatabase & { drop(): Promise<void> }> {
  const name = `${currentRun().template}_${randomBytes(4).toString('hex')}`;
  const server = { adminUrl: currentRun().admin, ownerUrl: '', serviceUrl: '' };
  const owner = new URL(currentRun().owner).username;
  await asAdmin(server, `CREATE DATABASE ${name} ${from} OWNER ${owner}`);
  return {
    ...addressesOf(name),
    drop: async () => {
      await asAdmin(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

function addressesOf(database: string): TestDatabase {
  const { admin, owner, service } = currentRun();
  const named = (address: string): string => {
    const url = new URL(address);
    url.pathname = `/${database}`;
    return url.href;
  };
  return { serviceUrl: named(service), ownerUrl: named(owner), adminUrl: named(admin) };
}
