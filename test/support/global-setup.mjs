// Once per run: a PostgreSQL of its own (or the one of TEST_DATABASE_URL), the two roles, one migrated template database
// and a clone of it for every worker.
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openEmbeddedDatabase } from '../../dist/database/embedded/embedded-server.js';
import { migrate } from '../../dist/database/migrator.js';

/** Durability is of no use to a database that is thrown away. */
const THROWAWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export default async function setUp(globalConfig) {
  const server = await openServer();
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
  process.env.DESK_TEST_SEEN = join(mkdtempSync(join(tmpdir(), 'support-desk-seen-')), 'answers');
  globalThis.__deskTest = { server, admin, prefix: `desk_test_${run}_`, roles: Object.values(roles) };
}

async function openServer() {
  const external = process.env.TEST_DATABASE_URL;
  if (external) return { adminUrl: external, leave: async () => {}, dataDir: undefined };
  const dataDir = mkdtempSync(join(tmpdir(), 'support-desk-test-'));
  const server = await openEmbeddedDatabase({ dataDir, role: 'guest', postgresFlags: THROWAWAY });
  return { adminUrl: server.adminUrl, leave: server.leave, dataDir };
}
