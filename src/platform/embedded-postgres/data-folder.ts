import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lchown, link, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { codeOf, EmbeddedDatabaseError } from './embedded-error.js';

/** The folder of one embedded database (`DATA_DIR`) holds the credentials, the log and the cluster. */
export interface DataFolder {
  /** It is absolute and has no symbolic links. */
  readonly path: string;
  readonly cluster: string;
  readonly owner: Owner;
}

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const password = z.string().min(1);
const credentials = z.object({ admin: password, owner: password, service: password });

export type Credentials = Readonly<z.infer<typeof credentials>>;

const SECRETS_KEY_BYTES = 32;

/** Makes the folder when it is missing, readable by this user only, and checks that this process may use it. */
export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  await mkdir(dirname(dataDir), { recursive: true });
  await mkdir(dataDir, { mode: 0o700 }).catch(async (error: unknown) => {
    const isFolder = codeOf(error) === 'EEXIST' && (await stat(dataDir)).isDirectory();
    if (!isFolder) throw error;
  });
  const path = await realpath(dataDir);
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  const { uid, gid } = await stat(path);
  return { path, cluster: join(path, 'postgres'), owner: { uid, gid } };
}

/** Reads the credentials, or makes them before the first cluster. Of two first starts, both use those of the first one. */
export async function keptCredentials(folder: DataFolder): Promise<Credentials> {
  // The cluster is looked for first, because it is always made after the credentials.
  const holdsCluster = (await clusterVersion(folder)) !== undefined;
  const text = await kept(folder, 'credentials.json', () => {
    if (holdsCluster)
      throw new EmbeddedDatabaseError(
        `The data folder ${folder.path} holds a database but not its credentials.json; restore that file from a backup.`,
      );
    const [admin, owner, service] = [24, 24, 24].map((size) => randomBytes(size).toString('hex'));
    return JSON.stringify({ admin, owner, service }, null, 2);
  });
  try {
    return credentials.parse(JSON.parse(text));
  } catch (error) {
    throw damaged(folder, 'credentials.json', error);
  }
}

/** Reads the key of this folder that encrypts secrets, in base64, or makes it. It is kept beside the credentials. */
export async function keptSecretsKey(folder: DataFolder): Promise<string> {
  const key = await kept(folder, 'secrets.key', () => randomBytes(SECRETS_KEY_BYTES).toString('base64'));
  if (Buffer.from(key, 'base64').length !== SECRETS_KEY_BYTES) throw damaged(folder, 'secrets.key');
  return key.trim();
}

/** Reads which major version made the cluster, for example `18`; undefined when there is no cluster. */
export async function clusterVersion({ cluster }: DataFolder): Promise<string | undefined> {
  return (await textOf(join(cluster, 'PG_VERSION')))?.trim();
}

export async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

/** Gives a file that root has made to the owner of the data folder, who can then use it without root. */
export async function giveToFolderOwner({ owner }: DataFolder, path: string): Promise<void> {
  if (process.getuid?.() === 0 && owner.uid !== 0) await lchown(path, owner.uid, owner.gid);
}

/** Reads a file that only its owner can read, and makes it before that when it is missing. */
async function kept(folder: DataFolder, name: string, make: () => string): Promise<string> {
  const path = join(folder.path, name);
  const text = await textOf(path);
  if (text !== undefined) return text;
  const content = make();
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    await writeFile(draft, `${content}\n`, { mode: 0o600 });
    await giveToFolderOwner(folder, draft);
    // `link` makes the complete file or nothing, and never replaces an existing file.
    await link(draft, path).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
}

function damaged({ path }: DataFolder, name: string, cause?: unknown): EmbeddedDatabaseError {
  const file = join(path, name);
  return new EmbeddedDatabaseError(`The file ${file} is damaged; restore it from a backup.`, { cause });
}
