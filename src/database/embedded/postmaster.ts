import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries } from './binaries.js';
import { codeOf, EmbeddedDatabaseError } from './embedded-error.js';
import { run } from './run-command.js';

/** What PostgreSQL's own lock file, `postmaster.pid`, says of the server on a cluster. */
export interface Postmaster {
  readonly pid: number;
  /** The cluster as the server was told it. */
  readonly directory: string;
  /** Absent for the moment between the writing of the first and of the fourth line. */
  readonly port: number | undefined;
}

const STOP_PATIENCE_MS = 60_000;

/** The server of the lock file, if there is one; it may be long dead. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(lockFile(cluster), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  const [pid = '', directory = '', , port = ''] = text.split('\n');
  if (!/^\d+$/.test(pid)) return undefined;
  return { pid: Number(pid), directory, port: /^\d+$/.test(port) ? Number(port) : undefined };
}

/** Whether the process of the lock file lives and is, as far as can be told, that server. */
export async function isServing({ pid, directory }: Postmaster): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await commandLine(pid);
  // Process ids are used again, soonest in a container; and a zombie has no command line.
  return command === undefined || command.includes(`-D ${directory} `);
}

/**
 * PostgreSQL takes a lock file for valid when any process of the same user has its process id. When that process is
 * something else we put our own id there: PostgreSQL ignores its parent's, and still checks the rest of the file for
 * survivors of the old server, which deleting the file would forbid.
 */
export async function discreditLockFile(cluster: string): Promise<void> {
  const stale = await readPostmaster(cluster);
  if (stale === undefined || !isAlive(stale.pid) || (await isServing(stale))) return;
  const text = await readFile(lockFile(cluster), 'utf8');
  if (!text.startsWith(`${stale.pid}\n`)) return;
  await writeFile(lockFile(cluster), text.replace(/^\d+/, String(process.pid)));
}

/**
 * Stops a server fast: sessions are ended, a checkpoint is written. Returns when it is gone.
 * @throws EmbeddedDatabaseError when it does not go within a minute
 */
export async function stopPostmaster(postmaster: Postmaster, cluster: string): Promise<void> {
  if (process.platform === 'win32') {
    // Windows has no signals; pg_ctl uses the server's own event. Not tested on Windows.
    const { pgCtl } = await findBinaries();
    await run({ file: pgCtl, args: ['stop', '-D', cluster, '-m', 'fast', '-w'] });
  } else if (isAlive(postmaster.pid)) {
    process.kill(postmaster.pid, 'SIGINT');
  }
  const deadline = Date.now() + STOP_PATIENCE_MS;
  while (await isServing(postmaster)) {
    if (Date.now() > deadline) {
      throw new EmbeddedDatabaseError(
        `The PostgreSQL server on ${cluster} (process ${postmaster.pid}) does not stop; see postgres.log in the data folder.`,
      );
    }
    await sleep(20);
  }
}

function lockFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

/** Whether a process has this id; one of another user counts. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** A process's command line, arguments parted by spaces; undefined where the system does not tell. */
async function commandLine(pid: number): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
    return text?.replaceAll('\0', ' ');
  }
  const { ok, output } = await run({ file: 'ps', args: ['-o', 'command=', '-p', String(pid)] });
  return ok ? output : undefined;
}
