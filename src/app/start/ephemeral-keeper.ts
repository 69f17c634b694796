import { finished } from 'node:stream/promises';
import {
  openEmbeddedDatabase,
  removeEmbeddedDatabase,
} from '../../platform/embedded-postgres/embedded-server.js';
import { READY } from './ephemeral.js';

// Run by `openEphemeral`, with the data folder as its argument. It is a process of its own for two reasons: it makes the database while
// the service loads its code, and it lives on when the service is killed. It writes one line: that the database is there, or why not.

/** Switches off the safety from power failures: the data lives no longer than the process. */
const postgresFlags = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const [, , dataDir = ''] = process.argv;
// A service that ends at once, because of a setting, reads no line. The keeper must remove the folder even then.
process.stdout.on('error', () => undefined);
try {
  await openEmbeddedDatabase({ dataDir, role: 'guest', postgresFlags });
  process.stdout.write(`${READY}\n`);
  // The input ends when the service ends, even when it is killed.
  await finished(process.stdin.resume()).catch(() => undefined);
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
} finally {
  await removeEmbeddedDatabase(dataDir);
}
