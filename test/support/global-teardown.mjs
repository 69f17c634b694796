// Takes away what the set-up made; on an external server too.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';

export default async function tearDown() {
  const { server, admin, hosts, prefix, roles } = globalThis.__deskTest;
  await Promise.all(hosts.map(endHost));
  const { rows } = await admin.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
    prefix,
  ]);
  for (const { datname: database } of rows)
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  for (const role of roles) await admin.query(`DROP ROLE IF EXISTS ${role}`);
  await admin.end();
  await server.stop();
  rmSync(dirname(process.env.DESK_TEST_SEEN), { recursive: true, force: true });
}

async function endHost({ child }) {
  if (child.exitCode !== null) return;
  child.stdin.end();
  await once(child, 'exit');
}
