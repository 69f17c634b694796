import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { type DataFolder, giveToFolderOwner } from './data-folder.js';
import { discreditLockFile } from './postmaster.js';
import { CHILD_OPTIONS, lastLine } from './run-command.js';

/** A server that this process has started. It goes on when this process ends. */
export interface StartedServer {
  readonly ended: boolean;
  /** The reason why it ended, or its last line in the log. */
  lastWords(): Promise<string>;
  /** Ends the server at once. For a start that failed before any process could use the server. */
  abandon(): Promise<void>;
}

const LOG_IS_FULL_AT_BYTES = 10 * 1024 * 1024;
const LOG_TAIL_BYTES = 64 * 1024;
const ABANDON_PATIENCE_MS = 5_000;

/** Starts a server on a free port of the loopback address. Does not wait until it accepts connections. */
export async function startServer(
  cluster: Cluster,
  folder: DataFolder,
  postgresFlags: Readonly<Record<string, string>>,
): Promise<StartedServer> {
  await discreditLockFile(cluster.path);
  const log = join(folder.path, 'postgres.log');
  const logStart = await turnLog(log);
  const settings = { ...settingsFor(await freePort()), ...postgresFlags };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args, ...identity } = cluster.launcher.command(cluster.binaries.postgres, [
    '-D',
    cluster.path,
    ...flags,
  ]);
  const output = openSync(log, 'a', 0o600);
  try {
    await giveToFolderOwner(folder, log);
    // A session of its own: Ctrl-C in the terminal must reach only this process, which finishes its requests and then
    // stops the server.
    const options = { ...CHILD_OPTIONS, ...identity, detached: true };
    const child = spawn(file, args, { ...options, stdio: ['ignore', output, output] });
    child.unref();
    return watch(child, () => tailOf(log, logStart));
  } finally {
    closeSync(output);
  }
}

function watch(child: ReturnType<typeof spawn>, tail: () => Promise<string>): StartedServer {
  let failure: string | undefined;
  child.on('error', (error) => {
    failure = error.message;
  });
  const hasEnded = (): boolean =>
    failure !== undefined || child.exitCode !== null || child.signalCode !== null;
  return {
    get ended() {
      return hasEnded();
    },
    lastWords: async () => failure ?? reasonIn(await tail()),
    abandon: async () => {
      // SIGQUIT (immediate shutdown) first, because the server then also ends its own child processes.
      for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
        if (hasEnded()) return;
        child.kill(signal);
        await Promise.race([once(child, 'exit'), sleep(ABANDON_PATIENCE_MS, undefined, { ref: false })]);
      }
    },
  };
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
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

/** Renames a full log, so that it does not grow for ever. @returns the size of the log in bytes, where new lines start */
async function turnLog(log: string): Promise<number> {
  const size = (await stat(log).catch(() => undefined))?.size ?? 0;
  if (size < LOG_IS_FULL_AT_BYTES) return size;
  await rename(log, `${log}.old`);
  return 0;
}

async function tailOf(log: string, start: number): Promise<string> {
  const file = await open(log, 'r');
  try {
    const { size } = await file.stat();
    const from = Math.max(start, size - LOG_TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(size - from, 1)), { position: from });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The line with the reason, without time and process: the last fatal line, or else the last line. */
function reasonIn(text: string): string {
  const fatal = text.split('\n').findLast((line) => /\b(FATAL|PANIC):/.test(line));
  const line = (fatal ?? lastLine(text))
    .replace(/^.*?\b(?:FATAL|PANIC|LOG|ERROR|HINT|DETAIL):\s*/, '')
    .trim();
  return line === '' ? 'PostgreSQL gave no reason' : line;
}
