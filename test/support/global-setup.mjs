// Once per run: a build when the sources are newer, a PostgreSQL of its own (or the one of TEST_DATABASE_URL), the two roles, one migrated
// template database, and for every worker a clone of it and a host for applications.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';

/** The number of characters of what a host said last that are kept. */
const LAST_WORDS = 4_000;

export default async function setUp(globalConfig) {
  build();
  const { migrate } = await import('../../dist/app/schema/migrator.js');
  const { openThrowawayServer } = await import('./throwaway-server.mjs');
  const external = process.env.TEST_DATABASE_URL;
  const server = external ? { adminUrl: external, stop: async () => {} } : await openThrowawayServer();
  const run = randomBytes(4).toString('hex');
  const password = randomBytes(16).toString('hex');
  const roles = { owner: `desk_test_owner_${run}`, service: `desk_test_service_${run}` };
  const admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  for (const role of Object.values(roles)) {
    await admin.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${password}'`);
    await admin.query(`GRANT ${role} TO CURRENT_USER`);
  }
  const urlOf = (role, database) => {
    const url = new URL(server.adminUrl);
    Object.assign(url, { username: role, password, pathname: `/${database}` });
    return url.href;
  };
  const template = `desk_test_${run}_template`;
  await admin.query(`CREATE DATABASE ${template} OWNER ${roles.owner}`);
  await migrate(urlOf(roles.owner, template), urlOf(roles.service, template));
  const clones = Array.from(
    { length: globalConfig.maxWorkers },
    (_, index) => `desk_test_${run}_${index + 1}`,
  );
  for (const clone of clones)
    await admin.query(`CREATE DATABASE ${clone} TEMPLATE ${template} OWNER ${roles.owner}`);

  process.env.DESK_TEST = JSON.stringify({
    admin: server.adminUrl,
    template,
    owner: urlOf(roles.owner, '{database}'),
    service: urlOf(roles.service, '{database}'),
    clones,
  });
  const hosts = clones.map(startHost);
  process.env.DESK_TEST_HOSTS = JSON.stringify(await Promise.all(hosts.map(({ address }) => address)));
  process.env.DESK_TEST_SEEN = join(mkdtempSync(join(tmpdir(), 'support-desk-seen-')), 'answers');
  globalThis.__deskTest = { server, admin, hosts, prefix: `desk_test_${run}_`, roles: Object.values(roles) };
}

/** Compiles the sources when they have changed since the last build; not when the caller has built them its own way. */
function build() {
  if (process.env.DESK_TEST_IS_BUILT) return;
  const { status } = spawnSync(process.execPath, ['scripts/build-when-stale.mjs'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The sources do not compile.');
}

/**
 * What a host says goes to our own standard error. When it ends before the tests do, its last words are written to a file, from which
 * every test that asks it takes them (host/client.ts): all of these tests fail, and the cause must stand beside each of them.
 */
export function startHost() {
  const args = [
    '--enable-source-maps',
    '--import',
    './test/support/host/typescript.mjs',
    'test/support/host/host.ts',
  ];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (piece) => {
    process.stderr.write(piece);
    said = (said + piece).slice(-LAST_WORDS);
  });
  const address = new Promise((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(line.toString().trim()));
    child.once('exit', (status, signal) => {
      const end = `A host of applications ended with ${signal ?? status}. ${said}`;
      reject(new Error(end));
      if (signal ?? status)
        address.then((url) => writeFileSync(lastWordsOf(url), end)).catch(() => undefined);
    });
  });
  return { child, address };
}

/** The file for the last words of the host with this address. */
function lastWordsOf(address) {
  return join(dirname(process.env.DESK_TEST_SEEN), `host-${new URL(address).port}`);
}
