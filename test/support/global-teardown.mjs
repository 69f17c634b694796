// Takes away what the set-up made; on an external server too.
import { rmSync } from 'node:fs';

export default async function tearDown() {
  const { server, admin, databases, roles } = globalThis.__deskTest;
  for (const database of databases) await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  for (const role of roles) await admin.query(`DROP ROLE IF EXISTS ${role}`);
  await admin.end();
  await server.leave();
  if (server.dataDir) rmSync(server.dataDir, { recursive: true, force: true });
}
