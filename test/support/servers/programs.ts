import { existsSync, readdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const POSTGRES_FOLDERS = '/usr/lib/postgresql';
const SYSTEM_FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin'];
const OLDEST_POSTGRES = 15;

/** The folder of the newest PostgreSQL that the distribution has installed, with the programs that make a standby; or null. */
export function postgresPrograms(): string | null {
  if (!existsSync(POSTGRES_FOLDERS)) return null;
  const versions = readdirSync(POSTGRES_FOLDERS).map(Number);
  const usable = versions.filter((version) => version >= OLDEST_POSTGRES).sort((a, b) => b - a);
  const folders = usable.map((version) => join(POSTGRES_FOLDERS, String(version), 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'pg_basebackup'))) ?? null;
}

/** Finds a program in PATH or in the system's folders; or null. */
export function programPath(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(':'), ...SYSTEM_FOLDERS];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** The version of an installed PgBouncer as one number: 1.18 is 118. */
export function pgbouncerVersion(path: string): number {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  const [, major = '', minor = ''] = /^PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
  return Number(major) * 100 + Number(minor);
}

/** Adds to the name of skipped tests that they were skipped, and why. */
export function whenInstalled(name: string, isInstalled: boolean, what: string): [string, jest.Describe] {
  return isInstalled
    ? [name, describe]
    : [`${name} — SKIPPED: ${what} is not installed on this machine`, describe.skip];
}
