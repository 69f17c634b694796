import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries } from './binaries.js';
import { codeOf, EmbeddedDatabaseError } from './embedded-error.js';
import { run } from './run-command.js';

/** The contents of PostgreSQL's lock file, `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  /** The cluster's path, as it was given to the server. */
  readonly directory: string;
  /** Undefined for a moment: the server writes the fourth line later than the first. */
  readonly port: number | undefined;
}

const STOP_PATIENCE_MS = 60_000;

/** Reads the lock file; undefined when there is none. The server may have died long ago. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(lockFile(cluster), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  const [pid = '', directory = '', , port = ''] = text.split('\n');
  if (!/^\d+$/.test(pid)) return undefined;
  return { pid: Number(pid), directory, port: /^\d+$/.test(port) ? Number(port) : undefined };
}

/** Tells whether the process of the lock file runs and, as far as the system shows it, is that server. */
export async function isServing({ pid, directory }: Postmaster): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await commandLine(pid);
  // The system uses process ids again, in containers soon. A zombie has no command line.
  return command === undefined || command.includes(`-D ${directory} `);
}

/**
 * Makes PostgreSQL ignore a lock file of a server that is gone. PostgreSQL accepts a lock file when any process of the
 * same user has its process id. When that is another program, this writes our own id there, because PostgreSQL ignores
 * the id of its parent process. To delete the file would be wrong: PostgreSQL still uses the rest of it to look for
 * processes of the old server.
 */
export async function discreditLockFile(cluster: string): Promise<void> {
  const stale = await readPostmaster(cluster);
  if (stale === undefined || !isAlive(stale.pid) || (await isServing(stale))) return;
  const text = await readFile(lockFile(cluster), 'utf8');
  if (!text.startsWith(`${stale.pid}\n`)) return;
  await writeFile(lockFile(cluster), text.replace(/^\d+/, String(process.pid)));
}

/**
 * Stops a server with a fast shutdown: it ends sessions and writes a checkpoint. Returns when it has ended.
 * @throws EmbeddedDatabaseError when it does not end within a minute
 */
export async function stopPostmaster(postmaster: Postmaster, cluster: string): Promise<void> {
  if (process.platform === 'win32') {
    // Windows has no signals; pg_ctl uses an event of the server instead. Not tested on Windows.
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

/** Tells whether a process has this id, also when it belongs to another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** A process's command line with blanks between the arguments; undefined when the system does not show it. */
async function commandLine(pid: number): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
    return text?.replaceAll('\0', ' ');
  }
  const { ok, output } = await run({ file: 'ps', args: ['-o', 'command=', '-p', String(pid)] });
  return ok ? output : undefined;
}
