import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from './servers/processes.js';

const run = promisify(execFile);

/** Packs the client as it would be published, and installs it in a folder. Its place is `node_modules/@support-desk/client` there. */
export async function installClient(folder: string): Promise<{ readonly tarball: string }> {
  const source = join(folder, 'source');
  // Each test builds in a place of its own: others may do it at the moment.
  await cp(join(PROJECT, 'packages/client'), source, {
    recursive: true,
    filter: (path) => !/\/(dist|node_modules)$/.test(path),
  });
  await mkdir(join(source, 'node_modules'));
  await symlink(join(PROJECT, 'node_modules/@types'), join(source, 'node_modules/@types'));
  const bin = join(PROJECT, 'node_modules/.bin');
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}`, npm_config_workspaces: '' };
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source, env });
  const [packed = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  const tarball = join(folder, packed);
  await run('npm', ['install', '--silent', '--no-save', '--offline', '--prefix', folder, tarball], {
    cwd: folder,
    env,
  });
  return { tarball };
}
