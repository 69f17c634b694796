// A PostgreSQL server for one run of tests. The process that keeps it is the one of `npm start -- --ephemeral`: it stops the server and
// removes the data when this process has ended, also when it was killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openEmbeddedDatabase } from '../../dist/platform/embedded-postgres/embedded-server.js';

const KEEPER = fileURLToPath(new URL('../../dist/app/start/ephemeral-keeper.js', import.meta.url));

/** @returns the address of its superuser, and what stops it and removes its data */
export async function openThrowawayServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'support-desk-test-'));
  const keeper = spawn(process.execPath, [KEEPER, dataDir], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(keeper, 'close');
  const [said] = await once(keeper.stdout, 'data');
  if (said.toString() !== 'ready\n') throw new Error(said.toString());
  const { adminUrl, leave } = await openEmbeddedDatabase({ dataDir, role: 'guest' });
  await makeLoginsCheap(adminUrl);
  const stop = async () => {
    await leave();
    keeper.stdin.end();
    await ended;
  };
  return { adminUrl, stop };
}

/** Nobody guesses the passwords of the run, so that a login need not be slow. The superuser's password is older than the setting. */
async function makeLoginsCheap(adminUrl) {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('ALTER ROLE CURRENT_USER SET scram_iterations = 1; SET scram_iterations = 1');
  await admin.query(`ALTER ROLE CURRENT_USER PASSWORD ${pg.escapeLiteral(new URL(adminUrl).password)}`);
  await admin.end();
}
