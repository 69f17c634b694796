import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from './data-folder.js';
import { codeOf, EmbeddedDatabaseError } from './embedded-error.js';
import { findPrograms } from './programs.js';
import { run } from './run-command.js';

/** The contents of PostgreSQL's lock file, `postmaster.pid`. */
export interface LockFile {
  readonly pid: number;
  /** Undefined for a moment: the server writes the fourth line later than the first. */
  readonly port: number | undefined;
  /** False when the server of the file died, also when its process id belongs to another program by now. */
  readonly isServing: boolean;
}

const STOP_PATIENCE_MS = 60_000;

/** Reads the lock file; undefined when there is none. */
export async function readLockFile(cluster: string): Promise<LockFile | undefined> {
  const text = (await textOf(join(cluster, 'postmaster.pid'))) ?? '';
  const [pid = '', , , port = ''] = text.split('\n');
  if (!/^\d+$/.test(pid)) return undefined;
  return {
    pid: Number(pid),
    port: /^\d+$/.test(port) ? Number(port) : undefined,
    isServing: await serves(Number(pid), cluster),
  };
}

/**
 * Stops the server with a fast shutdown: it ends sessions and writes a checkpoint. Returns when it has ended.
 * @throws EmbeddedDatabaseError when it does not end within a minute
 */
export async function stopServer(cluster: string): Promise<void> {
  const server = await readLockFile(cluster);
  if (!server?.isServing) return;
  if (process.platform === 'win32') {
    // Windows has no signals; pg_ctl uses an event of the server instead. Not tested on Windows.
    const { pg_ctl } = await findPrograms();
    await run({ file: pg_ctl, args: ['stop', '-D', cluster, '-m', 'fast', '-w'] });
  } else if (isAlive(server.pid)) {
    process.kill(server.pid, 'SIGINT');
  }
  const deadline = Date.now() + STOP_PATIENCE_MS;
  while (await serves(server.pid, cluster)) {
    if (Date.now() > deadline) {
      throw new EmbeddedDatabaseError(
        `The PostgreSQL server on ${cluster} (process ${server.pid}) does not stop; see postgres.log in the data folder.`,
      );
    }
    await sleep(20);
  }
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

/** Tells whether the process runs and, as far as the system shows it, is the server of the cluster. */
async function serves(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await commandLine(pid);
  // The system uses process ids again, in containers soon. A zombie has no command line.
  return command === undefined || command.includes(`-D ${cluster} `);
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
