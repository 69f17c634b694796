// The programs of PostgreSQL load libraries by names that are symbolic links, which npm does not pack. A script of their package makes them.
// Where npm was told not to run it, the first start makes them: in the package or, when this user may not write there, in the data folder.
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import { type DataFolder, giveToFolderOwner } from './data-folder.js';
import type { Command } from './programs.js';

/** The paths are relative to the package. */
interface Link {
  readonly source: string;
  readonly target: string;
}

/** The loader of macOS obeys another variable. Windows needs no links. */
const SEARCH_PATH = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';

/** Makes the links where the programs look for them. One that cannot be made is left out: the programs show whether that matters. */
export async function linkBesideLibraries(native: string): Promise<undefined> {
  for (const { source, target } of await linksOf(native))
    await symlink(basename(source), join(dirname(native), target)).catch(() => undefined);
}

/** Makes the links in the data folder. @returns where the loader has to search; undefined when there are no links to make */
export async function linkInDataFolder(native: string, folder: DataFolder): Promise<string | undefined> {
  const links = await linksOf(native);
  if (links.length === 0) return undefined;
  const path = join(folder.path, 'libraries');
  await mkdir(path, { recursive: true });
  // Root runs the programs as another user.
  await chmod(path, 0o755);
  await giveToFolderOwner(folder, path);
  for (const { source, target } of links)
    await replaceLink(join(dirname(native), source), join(path, basename(target)));
  // Libraries that need no link have others beside them.
  return [path, join(native, 'lib')].join(delimiter);
}

/** Makes a command for a program that finds its libraries at `libraries`. The variable does not pass through programs of macOS itself. */
export function loading(libraries: string | undefined, { file, args }: Command): Command {
  return libraries === undefined
    ? { file, args }
    : { file: 'env', args: [`${SEARCH_PATH}=${libraries}`, file, ...args] };
}

/** Reads which links the package wants. Some platforms need none. */
async function linksOf(native: string): Promise<Link[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  return JSON.parse(text) as Link[];
}

/** An older link may lead to where the package was before, and another start may use it now. */
async function replaceLink(source: string, path: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await symlink(source, draft);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
