// Ends the hosts and the clusters, which take their files with them.
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { end } from './global-setup.mjs';

export default async function tearDown() {
  const { clusters, hosts } = globalThis.__deskCitus;
  await Promise.all(hosts.map(end));
  await Promise.all(clusters.map(end));
  rmSync(dirname(process.env.DESK_TEST_SEEN), { recursive: true, force: true });
}
