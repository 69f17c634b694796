// Once per run, for every worker of jest: a cluster with its distributed database, and a host for applications on it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHost } from '../support/global-setup.mjs';

export default async function setUp({ maxWorkers }) {
  const clusters = await Promise.all(
    Array.from({ length: maxWorkers }, () => startCluster(process.env.CITUS_PROGRAMS)),
  );
  process.env.DESK_TEST = JSON.stringify({ engine: 'citus', ofWorkers: clusters.map(databaseOn) });
  const hosts = clusters.map(startHost);
  process.env.DESK_TEST_HOSTS = JSON.stringify(await Promise.all(hosts.map(({ address }) => address)));
  process.env.DESK_TEST_SEEN = join(mkdtempSync(join(tmpdir(), 'support-desk-seen-')), 'answers');
  globalThis.__deskCitus = { clusters, hosts };
}

/** What the tests of a worker know of their database. */
function databaseOn({ addresses }) {
  const [database] = new URL(addresses.admin).pathname.slice(1).split('/');
  return { ...addresses, template: database };
}

/** @param programs the folder of PostgreSQL's programs with Citus beside them */
async function startCluster(programs) {
  const args = ['--import', './test/support/host/typescript.mjs', 'test/citus/serve.ts', programs];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const addresses = new Promise((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(JSON.parse(line.toString())));
    child.once('exit', (status) => reject(new Error(`The cluster did not start: status ${status}.`)));
  });
  return { child, addresses: await addresses };
}

/** Ends a process that ends with its standard input. */
export async function end({ child }) {
  if (child.exitCode !== null) return;
  child.stdin.end();
  await once(child, 'exit');
}
