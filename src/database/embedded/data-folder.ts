import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lchown, link, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { codeOf, EmbeddedDatabaseError } from './embedded-error.js';

/** The folder of one embedded database (`DATA_DIR`): credentials, log, and normally the cluster. */
export interface DataFolder {
  /** Absolute, without symbolic links. */
  readonly path: string;
  readonly owner: { readonly uid: number; readonly gid: number };
}

const credentials = z.object({
  /** Names what belongs to this data folder but has to lie elsewhere. */
  id: z.string().regex(/^[0-9a-f]+$/),
  admin: z.string().min(1),
  owner: z.string().min(1),
  service: z.string().min(1),
});

/** The passwords of the three roles, made once. */
export type Credentials = Readonly<z.infer<typeof credentials>>;

const CREDENTIALS_FILE = 'credentials.json';

/** Makes the folder when it is missing, for this user's eyes only, and checks that we may use it. */
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

/** The credentials of the folder, if it has any. */
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

/** Makes the credentials. When another process makes them at the same moment, the first one's count for both. */
export async function createCredentials(folder: DataFolder): Promise<Credentials> {
  const secret = (): string => randomBytes(24).toString('hex');
  const made = { id: randomBytes(8).toString('hex'), admin: secret(), owner: secret(), service: secret() };
  const draft = join(folder.path, `${CREDENTIALS_FILE}.${made.id}`);
  try {
    await writeFile(draft, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
    await giveToFolderOwner(folder, draft);
    // A hard link appears complete or not at all, and never replaces an existing file.
    await link(draft, join(folder.path, CREDENTIALS_FILE)).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readCredentials(folder)) ?? made;
}

/** What root writes into somebody's folder is made theirs, so that they can go on without root. */
export async function giveToFolderOwner({ owner }: DataFolder, path: string): Promise<void> {
  if (process.getuid?.() === 0 && owner.uid !== 0) await lchown(path, owner.uid, owner.gid);
}
