// Ends the host and the cluster, which takes its files with it.
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { end } from './global-setup.mjs';

export default async function tearDown() {
  const { cluster, host } = globalThis.__deskCitus;
  await end(host);
  await end(cluster);
  rmSync(dirname(process.env.DESK_TEST_SEEN), { recursive: true, force: true });
}
