import { chmod, lchown, lstat, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './embedded-error.js';
import type { Owner } from './launcher.js';

/** Tells whether a file or folder exists. Throws when this process may not look there. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false;
    throw error;
  }
}

/**
 * Gives a folder and everything in it to an owner. The folder itself comes last, so its owner says whether all the rest
 * was done, even when an earlier run was interrupted.
 */
export async function giveTree(path: string, { uid, gid }: Owner): Promise<void> {
  const top = await lstat(path);
  if (top.uid === uid && top.gid === gid) return;
  for (const entry of await entriesBelow(path)) await lchown(entry, uid, gid);
  await lchown(path, uid, gid);
}

/** Lets every user read a tree and run its programs, also when it was installed with a strict umask. */
export async function openTree(path: string): Promise<void> {
  for (const entry of [path, ...(await entriesBelow(path))]) {
    const found = await lstat(entry);
    if (found.isSymbolicLink()) continue;
    const runnable = found.isDirectory() || (found.mode & 0o100) !== 0;
    await chmod(entry, found.mode | (runnable ? 0o555 : 0o444));
  }
}

/** Making a draft takes seconds. A draft of this age belongs to a start that was killed. */
const DRAFT_IS_STALE_AFTER_MS = 10 * 60_000;

/** Removes the drafts with this prefix that killed starts have left. */
export async function sweepDrafts(folder: string, prefix: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder, name);
    const made = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (Date.now() - made > DRAFT_IS_STALE_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

/** Lists everything below a folder. Does not follow symbolic links, as `readdir` with `recursive: true` would. */
async function entriesBelow(path: string): Promise<string[]> {
  const entries: string[] = [];
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const at = join(path, entry.name);
    entries.push(at);
    if (entry.isDirectory()) entries.push(...(await entriesBelow(at)));
  }
  return entries;
}
