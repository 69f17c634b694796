import { rm } from 'node:fs/promises';
import { openDataFolder, readCredentials } from './data-folder.js';
import { locateCluster, stateFoldersOf } from './place.js';
import { isServing, readPostmaster, stopPostmaster } from './postmaster.js';

const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 };

/** Stops the server of a data folder, whoever uses it, and removes the folder and what root had to store outside of it. */
export async function removeEmbeddedDatabase(dataDir: string): Promise<void> {
  const folder = await openDataFolder(dataDir);
  const { path: cluster } = await locateCluster(folder);
  const postmaster = await readPostmaster(cluster);
  if (postmaster && (await isServing(postmaster))) await stopPostmaster(postmaster, cluster);
  const credentials = await readCredentials(folder);
  for (const state of credentials ? stateFoldersOf(credentials) : []) await rm(state, REMOVAL);
  await rm(folder.path, REMOVAL);
}
