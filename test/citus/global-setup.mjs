// Once per run: a cluster, its distributed database, and a host for applications on it. There is one database, so one worker.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHost } from '../support/global-setup.mjs';

export default async function setUp() {
  const cluster = await startCluster(process.env.CITUS_PROGRAMS);
  const { admin, owner, service, workers } = cluster.addresses;
  const [database] = new URL(admin).pathname.slice(1).split('/');
  process.env.DESK_TEST = JSON.stringify({
    engine: 'citus',
    ...{ admin, owner, service, workers },
    template: database,
    clones: [database],
  });
  const host = startHost();
  process.env.DESK_TEST_HOSTS = JSON.stringify([await host.address]);
  process.env.DESK_TEST_SEEN = join(mkdtempSync(join(tmpdir(), 'support-desk-seen-')), 'answers');
  globalThis.__deskCitus = { cluster, host };
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
