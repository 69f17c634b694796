// Installs a package of the service in an empty folder, starts it, and asks it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Installs a package in an empty folder, which goes when `use` has ended.
 * @throws Error when it cannot be installed
 */
export async function withInstalled(tarball, use) {
  const folder = mkdtempSync(join(tmpdir(), 'support-desk-trial-'));
  try {
    const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, tarball];
    const { status, stderr } = spawnSync('npm', install, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`The package cannot be installed: ${stderr}`);
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws Error when the service of an installed package does not answer with the five tickets of the demo */
export async function tryInstalled(folder) {
  const program = join(folder, 'node_modules/.bin/support-desk');
  const service = spawn(program, ['--ephemeral', '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(service, 'exit');
  try {
    const { value } = await createInterface(service.stdout)[Symbol.asyncIterator]().next();
    const { url, key } = JSON.parse(value ?? '{}');
    const answer = await fetch(`${url}/api/external/v2/tickets`, { headers: { 'X-Api-Key': key } });
    const { pagination } = await answer.json();
    if (pagination?.total_records !== 5) throw new Error(`The service answers with ${answer.status}.`);
  } finally {
    service.kill();
    await ended;
  }
}
