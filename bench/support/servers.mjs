import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const START_MS = 60_000;
const STOP_MS = 15_000;

/** Interrupting the benchmark ends these servers too. */
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    Promise.all([...running].map(stop)).finally(() => process.exit(1));
  });
}

/**
 * Starts a server as a process, with its output in a file, and waits until it writes its port there.
 * @param {{name: string, args: string[], env: Record<string, string>, log: string, cwd?: string, node?: string}} server arguments of node,
 * and its program when it is not the one of this benchmark
 */
export async function startServer({ name, args, env, log, cwd = ROOT, node = process.execPath }) {
  const output = openSync(log, 'w');
  const child = spawn(node, args, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  running.add(child);
  child.once('exit', () => running.delete(child));
  const port = await portIn(log, child, name);
  return { name, port, pid: child.pid, stop: () => stop(child) };
}

async function portIn(log, child, name) {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const text = await readFile(log, 'utf8');
    const [, port] = /ready at http:\/\/\S+?:(\d+)/.exec(text) ?? [];
    if (port) return Number(port);
    if (child.exitCode !== null) throw new Error(`The server "${name}" did not start:\n${text}`);
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`The server "${name}" did not start within ${START_MS} ms.`);
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const hurry = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(hurry);
}

/** Resident MiB of a process: `VmRSS` now, `VmHWM` the largest so far. */
export async function residentMb(pid, name = 'VmRSS') {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status);
  return Math.round(Number(kilobytes) / 1024);
}
