import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { type DataFolder, giveToFolderOwner, textOf } from './data-folder.js';
import { codeOf, EmbeddedDatabaseError } from './embedded-error.js';
import { CHILD_OPTIONS, findPrograms, lastLine, run } from './programs.js';

interface LockFile {
  readonly pid: number;
  /** The server writes this line a moment later than the first one; undefined until then. */
  readonly port: number | undefined;
  /** A dead server does not serve, also when its process id belongs to another program by now. */
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

/** This process has started the server, which goes on when this process ends. */
export class StartedServer {
  private failure: string | undefined;

  constructor(
    private readonly child: ChildProcess,
    /** Reads the output of the server since its start. */
    private readonly logged: () => Promise<string>,
  ) {
    child.on('error', ({ message }) => (this.failure = message)).unref();
  }

  get hasEnded(): boolean {
    return this.failure !== undefined || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Gives the reason why it ended: the last fatal line of its log, or else the last line, without time and process. */
  async lastWords(): Promise<string> {
    if (this.failure !== undefined) return this.failure;
    const text = await this.logged();
    const line = text.split('\n').findLast((each) => /\b(FATAL|PANIC):/.test(each)) ?? lastLine(text);
    const reason = line.replace(/^.*?\b(?:FATAL|PANIC|LOG|ERROR|HINT|DETAIL):\s*/, '').trim();
    return reason === '' ? 'PostgreSQL gave no reason' : reason;
  }
}

/** Starts a server on a free port of the loopback address. Does not wait until it accepts connections. */
export async function startServer(
  { path, programs, launcher }: Cluster,
  folder: DataFolder,
  postgresFlags: Readonly<Record<string, string>>,
): Promise<StartedServer> {
  const log = join(folder.path, 'postgres.log');
  const settings = { ...SETTINGS, port: String(await freePort()), ...postgresFlags };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args, ...identity } = launcher.command(programs.postgres, ['-D', path, ...flags]);
  const output = openSync(log, 'a', 0o600);
  const logStart = fstatSync(output).size;
  try {
    await giveToFolderOwner(folder, log);
    const child = spawn(file, args, {
      ...CHILD_OPTIONS,
      ...identity,
      env: CHILD_OPTIONS.env && { ...CHILD_OPTIONS.env, ...(await pastStaleLock(path)) },
      // The server has a session of its own: Ctrl-C must reach only this process, which finishes its requests and then stops the server.
      detached: true,
      stdio: ['ignore', output, output],
    });
    return new StartedServer(child, async () => (await readFile(log)).toString('utf8', logStart));
  } finally {
    closeSync(output);
  }
}

/** Stops the server with a fast shutdown: it ends sessions and writes a checkpoint. Returns when it has ended. */
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
    if (Date.now() > deadline)
      throw new EmbeddedDatabaseError(
        `The PostgreSQL server on ${cluster} (process ${server.pid}) does not stop; see postgres.log in the data folder.`,
      );
    await sleep(20);
  }
}

/** Tells whether a process has this id, also when it belongs to another user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** PostgreSQL refuses to start when a process of its user has the id in the lock file, except for the process in this variable. */
async function pastStaleLock(cluster: string): Promise<NodeJS.ProcessEnv> {
  const lock = await readLockFile(cluster);
  return lock && !lock.isServing ? { PG_GRANDPARENT_PID: String(lock.pid) } : {};
}

/** Returns a port that is free now. When another program takes it first, the server ends and is started again on another one. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}

/** Tells whether the process runs and, as far as the system shows it, is the server of the cluster. */
async function serves(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await commandLine(pid);
  // The system uses process ids again, in containers soon. A zombie has no command line.
  return command === undefined || command.includes(`-D ${cluster} `);
}

/** Reads the command line of a process, with blanks between the arguments; undefined when the system does not show it. */
async function commandLine(pid: number): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
    return text?.replaceAll('\0', ' ');
  }
  const { ok, output } = await run({ file: 'ps', args: ['-o', 'command=', '-p', String(pid)] });
  return ok ? output : undefined;
}
