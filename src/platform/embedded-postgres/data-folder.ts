import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lchown, link, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { codeOf, EmbeddedDatabaseError } from './embedded-error.js';

/**
 * The folder of one embedded database (`DATA_DIR`). It holds the credentials, the log and, except in some starts as
 * root, the cluster.
 */
export interface DataFolder {
  /** Absolute, without symbolic links. */
  readonly path: string;
  readonly owner: { readonly uid: number; readonly gid: number };
}

const credentials = z.object({
  /** Part of the path of everything that belongs to this folder but has to be stored elsewhere. */
  id: z.string().regex(/^[0-9a-f]+$/),
  admin: z.string().min(1),
  owner: z.string().min(1),
  service: z.string().min(1),
});

/** The id of the folder and the passwords of the three roles. They are made once. */
export type Credentials = Readonly<z.infer<typeof credentials>>;

const CREDENTIALS_FILE = 'credentials.json';

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
  return { path, owner: { uid, gid } };
}

/** Reads the credentials; undefined when there are none yet. */
export async function readCredentials(folder: DataFolder): Promise<Credentials | undefined> {
  const path = join(folder.path, CREDENTIALS_FILE);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return credentials.parse(JSON.parse(text));
  } catch (error) {
    throw new EmbeddedDatabaseError(`The file ${path} is damaged; restore it from a backup.`, {
      cause: error,
    });
  }
}

const SECRETS_KEY_FILE = 'secrets.key';
const SECRETS_KEY_BYTES = 32;

/** The key of this folder that encrypts secrets, in base64. It is made when it is missing, and kept beside the credentials. */
export async function keptSecretsKey(folder: DataFolder): Promise<string> {
  const path = join(folder.path, SECRETS_KEY_FILE);
  const key = await readFile(path, 'utf8').catch(async (error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    await makeOnce(folder, SECRETS_KEY_FILE, `${randomBytes(SECRETS_KEY_BYTES).toString('base64')}\n`);
    return readFile(path, 'utf8');
  });
  if (Buffer.from(key, 'base64').length === SECRETS_KEY_BYTES) return key.trim();
  throw new EmbeddedDatabaseError(`The file ${path} is damaged; restore it from a backup.`);
}

/** Makes the credentials. When two processes do this at the same time, both use those of the first one. */
export async function createCredentials(folder: DataFolder): Promise<Credentials> {
  const secret = (): string => randomBytes(24).toString('hex');
  const made = { id: randomBytes(8).toString('hex'), admin: secret(), owner: secret(), service: secret() };
  await makeOnce(folder, CREDENTIALS_FILE, `${JSON.stringify(made, null, 2)}\n`);
  return (await readCredentials(folder)) ?? made;
}

/** Makes a file that only its owner can read, unless it is there. */
async function makeOnce(folder: DataFolder, name: string, content: string): Promise<void> {
  const draft = join(folder.path, `${name}.${randomBytes(8).toString('hex')}`);
  try {
    await writeFile(draft, content, { mode: 0o600 });
    await giveToFolderOwner(folder, draft);
    // `link` makes the complete file or nothing, and never replaces an existing file.
    await link(draft, join(folder.path, name)).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
}

/** As root: gives a file to the owner of the data folder, so that the owner can use it without root later. */
export async function giveToFolderOwner({ owner }: DataFolder, path: string): Promise<void> {
  if (process.getuid?.() === 0 && owner.uid !== 0) await lchown(path, owner.uid, owner.gid);
}
