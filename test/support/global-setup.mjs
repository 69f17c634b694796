// Once per run: a PostgreSQL of its own (or the one of TEST_DATABASE_URL), the two roles, one migrated template database, and
// for every worker a clone of it and a host for applications.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../dist/app/schema/migrator.js';
import { openThrowawayServer } from './throwaway-server.mjs';

export default async function setUp(globalConfig) {
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

/** What a host says goes to our own standard error: a test that breaks it is to be seen. */
export function startHost() {
  const args = [
    '--enable-source-maps',
    '--import',
    './test/support/host/typescript.mjs',
    'test/support/host/host.ts',
  ];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const address = new Promise((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(line.toString().trim()));
    child.once('exit', (status) => reject(new Error(`A host of applications ended with ${status}.`)));
  });
  return { child, address };
}
