import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a folder that a process of this machine has open. */
export async function openFilesIn(folder: string): Promise<string[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(processes.map((id) => linksIn(join('/proc', id, 'fd'))));
  return found.flat().filter((path) => path.startsWith(folder));
}

/** Where the links of a folder lead; a process that ends meanwhile has none. */
async function linksIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const paths = await Promise.all(names.map((name) => readlink(join(folder, name)).catch(() => '')));
  return paths.filter((path) => path !== '');
}
