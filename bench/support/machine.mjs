import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { cpus, loadavg, platform, release, totalmem, availableParallelism } from 'node:os';
import pg from 'pg';

/** Describes everything except the code and PostgreSQL that a figure depends on. */
export function describeHost() {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memory_gb: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    load_average_at_start: loadavg().map((number) => Number(number.toFixed(2))),
  };
}

/** Describes everything except the code that a figure depends on. */
export async function describeMachine(superuserUrl, generator) {
  const client = new pg.Client(superuserUrl);
  await client.connect();
  try {
    const setting = async (name) => (await client.query(`SHOW ${name}`)).rows[0][name];
    return {
      ...describeHost(),
      postgresql: await setting('server_version'),
      shared_buffers: await setting('shared_buffers'),
      load_generator: generator.name,
    };
  } finally {
    await client.end();
  }
}

/**
 * The processor time since the start of the machine, in hundredths of a second, and how much of it the host gave to
 * other machines although this one wanted it. All zero when the system does not show it.
 */
export async function stolenTime() {
  const stat = await readFile('/proc/stat', 'utf8').catch(() => 'cpu');
  const times = stat.slice(0, stat.indexOf('\n')).split(/\s+/).slice(1, 9).map(Number);
  return { all: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 };
}

/** The commit of a checkout, with `+` after it when something is not committed. */
export function commitOf(root) {
  const git = (...args) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
  return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`;
}
