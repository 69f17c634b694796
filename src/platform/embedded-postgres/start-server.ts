import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Cluster } from './cluster.js';
import { type DataFolder, giveToFolderOwner } from './data-folder.js';
import { readLockFile } from './lock-file.js';
import { CHILD_OPTIONS, lastLine } from './run-command.js';

/** A server that this process has started. It goes on when this process ends. */
export interface StartedServer {
  readonly hasEnded: boolean;
  /** The reason why it ended, or its last line in the log. */
  lastWords(): Promise<string>;
}

/** Starts a server on a free port of the loopback address. Does not wait until it accepts connections. */
export async function startServer(
  { path, programs, launcher }: Cluster,
  folder: DataFolder,
  postgresFlags: Readonly<Record<string, string>>,
): Promise<StartedServer> {
  const log = join(folder.path, 'postgres.log');
  const settings = { ...settingsFor(await freePort()), ...postgresFlags };
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
      // A session of its own: Ctrl-C in the terminal must reach only this process, which finishes its requests and then
      // stops the server.
      detached: true,
      stdio: ['ignore', output, output],
    });
    child.unref();
    return watch(child, async () => (await readFile(log)).toString('utf8', logStart));
  } finally {
    closeSync(output);
  }
}

function watch(child: ChildProcess, logged: () => Promise<string>): StartedServer {
  let failure: string | undefined;
  child.on('error', (error) => {
    failure = error.message;
  });
  return {
    get hasEnded() {
      return failure !== undefined || child.exitCode !== null || child.signalCode !== null;
    },
    lastWords: async () => failure ?? reasonIn(await logged()),
  };
}

/**
 * Makes PostgreSQL ignore the lock file of a server that is gone. It refuses to start when any process of its user has
 * the process id of the file, except for the process in this variable.
 */
async function pastStaleLock(cluster: string): Promise<NodeJS.ProcessEnv> {
  const lock = await readLockFile(cluster);
  return lock && !lock.isServing ? { PG_GRANDPARENT_PID: String(lock.pid) } : {};
}

function settingsFor(port: number): Record<string, string> {
  return {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
}

/** Returns a port that is free now. When another program takes it first, the server ends and is started again on another one. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The line with the reason, without time and process: the last fatal line, or else the last line. */
function reasonIn(text: string): string {
  const fatal = text.split('\n').findLast((line) => /\b(FATAL|PANIC):/.test(line));
  const line = (fatal ?? lastLine(text))
    .replace(/^.*?\b(?:FATAL|PANIC|LOG|ERROR|HINT|DETAIL):\s*/, '')
    .trim();
  return line === '' ? 'PostgreSQL gave no reason' : line;
}
