import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Binaries, binariesIn } from './binaries.js';
import { type Credentials, type DataFolder, giveToFolderOwner } from './data-folder.js';
import { codeOf, EmbeddedDatabaseError } from './embedded-error.js';
import { exists, openTree, sweepDrafts } from './file-tree.js';
import { type Launcher, reaches } from './launcher.js';
import { run } from './run-command.js';

/** The path of a data folder's cluster. `holdsData` is false when the cluster has still to be made there. */
export interface ClusterLocation {
  readonly path: string;
  readonly holdsData: boolean;
}

/** The folders with which PostgreSQL is started. Its user can enter both. */
export interface Place {
  readonly cluster: ClusterLocation;
  readonly binaries: Binaries;
}

const CLUSTER = 'postgres';
const NATIVE = 'native-';
const NATIVE_DRAFT = 'draft-of-native-';
const LOCATION_FILE = 'cluster-location';
/** Where root stores what PostgreSQL's user cannot reach in the data folder. The first usable folder is taken. */
const STATE_FOLDERS = ['/var/lib/support-desk', '/var/tmp/support-desk'];

/**
 * Finds the cluster: in the data folder, or at the path in the file `cluster-location`.
 * @throws EmbeddedDatabaseError when that path holds no cluster
 */
export async function locateCluster(folder: DataFolder): Promise<ClusterLocation> {
  const usual = join(folder.path, CLUSTER);
  const recorded = await readFile(join(folder.path, LOCATION_FILE), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  const elsewhere = recorded?.trim();
  if (elsewhere !== undefined && (await holdsCluster(elsewhere))) return { path: elsewhere, holdsData: true };
  // The path is recorded before the cluster is moved. Until the move is done, the cluster is in the data folder.
  if (await holdsCluster(usual)) return { path: usual, holdsData: true };
  if (elsewhere === undefined) return { path: usual, holdsData: false };
  throw new EmbeddedDatabaseError(
    `The database of ${folder.path} should be in ${elsewhere} and is not there; restore that folder from a backup.`,
  );
}

/**
 * Decides where cluster and programs are. As root, moves the cluster and copies the programs when PostgreSQL's user
 * cannot reach them.
 */
export async function settle(
  folder: DataFolder,
  { id }: Credentials,
  launcher: Launcher,
  binaries: Binaries,
): Promise<Place> {
  const cluster = await locateCluster(folder);
  if (launcher.owner === undefined) return { cluster, binaries };
  await letThrough(folder, launcher.owner.uid);
  const state = (): Promise<string> => stateFolder(folder, id, launcher);
  const canEnter = await reaches(launcher, dirname(cluster.path));
  const canRun = (await run(launcher.command(binaries.postgres, ['--version']))).ok;
  return {
    cluster: canEnter ? cluster : await moveCluster(folder, cluster, join(await state(), CLUSTER)),
    binaries: canRun ? binaries : await copyBinaries(binaries, await state()),
  };
}

/** Records, for the next start, that the cluster is outside of the data folder. */
export async function recordLocation(folder: DataFolder, cluster: string): Promise<void> {
  if (dirname(cluster) === folder.path) return;
  const note = join(folder.path, LOCATION_FILE);
  await writeFile(`${note}.new`, `${cluster}\n`, { mode: 0o600 });
  await giveToFolderOwner(folder, `${note}.new`);
  await rename(`${note}.new`, note);
}

export function holdsCluster(path: string): Promise<boolean> {
  return exists(join(path, 'PG_VERSION'));
}

/** Lets another user pass through the data folder to the cluster. That user cannot list the folder, and owns only the cluster. */
async function letThrough({ path, owner }: DataFolder, uid: number): Promise<void> {
  if (owner.uid === uid) return;
  const { mode } = await stat(path);
  if ((mode & 0o011) !== 0o011) await chmod(path, mode | 0o011);
}

/** Where root may have stored what belongs to the data folder with these credentials. */
export function stateFoldersOf({ id }: Credentials): string[] {
  return STATE_FOLDERS.map((root) => join(root, id));
}

/** A folder outside of the data folder, for this data folder only, that PostgreSQL's user can enter. */
async function stateFolder(folder: DataFolder, id: string, launcher: Launcher): Promise<string> {
  for (const root of STATE_FOLDERS) {
    const state = join(root, id);
    try {
      await makeRootFolder(root, 0o755);
      await makeRootFolder(state, 0o711);
      await writeFile(join(state, 'data-folder'), `${folder.path}\n`);
      if (await reaches(launcher, state)) return state;
    } catch {
      // The folder is read-only or belongs to another user. The next one may work.
    }
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root, and its own user can enter neither ${folder.path} nor ${STATE_FOLDERS.join(' nor ')}; set DATA_DIR to a folder outside of a home folder.`,
  );
}

async function makeRootFolder(path: string, mode: number): Promise<void> {
  await mkdir(path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  const found = await lstat(path);
  // Any user can make folders in /var/tmp. The owner of this folder could decide what root runs.
  if (!found.isDirectory() || found.uid !== 0) throw new Error(`${path} does not belong to root`);
  await chmod(path, mode);
}

/** Moves a stopped cluster. `locateCluster` finds one complete cluster at every moment. */
async function moveCluster(folder: DataFolder, from: ClusterLocation, to: string): Promise<ClusterLocation> {
  if (!from.holdsData) return { path: to, holdsData: await holdsCluster(to) };
  await recordLocation(folder, to);
  try {
    await rename(from.path, to);
  } catch (error) {
    // Either another start has just moved it, or the state folder is on another file system.
    if (codeOf(error) !== 'EXDEV' && !(await holdsCluster(to))) throw error;
    if (codeOf(error) === 'EXDEV') await copyCluster(from.path, to);
  }
  return { path: to, holdsData: true };
}

async function copyCluster(from: string, to: string): Promise<void> {
  const draft = `${to}.copy`;
  await rm(draft, { recursive: true, force: true });
  await cp(from, draft, { recursive: true, verbatimSymlinks: true });
  await rename(draft, to);
  await rm(from, { recursive: true, force: true });
}

/** Copies the programs, once for each version. Removes copies of other versions; nothing of this folder runs now. */
async function copyBinaries({ native, version }: Binaries, state: string): Promise<Binaries> {
  const copy = join(state, `${NATIVE}${version}`);
  await sweepDrafts(state, NATIVE_DRAFT);
  for (const name of await readdir(state)) {
    const outdated = name.startsWith(NATIVE) && name !== basename(copy);
    if (outdated) await rm(join(state, name), { recursive: true, force: true });
  }
  if (!(await exists(copy))) {
    const draft = join(state, `${NATIVE_DRAFT}${randomBytes(6).toString('hex')}`);
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await openTree(draft);
    await rename(draft, copy).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true });
      if (!(await exists(copy))) throw error;
    });
  }
  return binariesIn(copy, version);
}
