// Runs the `desk` command as a process and measures its time and its largest memory. Can kill it.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../support/servers.mjs';

const SAMPLE_MS = 100;

/**
 * Starts a command on an installation. `finished` resolves to its exit status or signal, its output, its seconds and
 * its peak resident memory in MB (null when the system does not show that).
 */
export function startDesk({ env }, args) {
  const started = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli.js'), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  let peakRssMb = null;
  child.stderr.on('data', (chunk) => (said += chunk));
  const sampler = setInterval(async () => {
    peakRssMb = (await peakOf(child.pid).catch(() => null)) ?? peakRssMb;
  }, SAMPLE_MS);
  const finished = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => {
      clearInterval(sampler);
      resolve({ status, signal, said, seconds: (performance.now() - started) / 1000, peakRssMb });
    });
  });
  return { child, finished };
}

/** Runs a command and throws when it fails. */
export async function runDesk(installation, args) {
  const finished = await startDesk(installation, args).finished;
  if (finished.status !== 0)
    throw new Error(`desk ${args.join(' ')} ended with ${finished.status}:\n${finished.said}`);
  return finished;
}

/** Linux keeps the largest memory of a process itself. */
async function peakOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]);
  return Number.isNaN(kilobytes) ? null : Math.round(kilobytes / 1024);
}
