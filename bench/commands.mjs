// Processor seconds of commands of desk, and of a service until its first answer, beside a service on the embedded database, in turn.
//   npm run bench:commands -- [--rounds 9] [--save]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openInstallation } from './support/installation.mjs';
import { ask } from './support/load.mjs';
import { commitOf, describeHost } from './support/machine.mjs';
import { median, round } from './support/measure.mjs';
import { readNumbers } from './support/options.mjs';
import { ticksOf } from './support/processor.mjs';
import { ROOT, startServer } from './support/servers.mjs';

const WANTED = {
  '--version': 0.15,
  '--help': 0.15,
  'workspace list': 0.4,
  'tickets list acme': 0.8,
  'tickets show acme 1': 0.8,
  status: 0.8,
};
const START = 'a start to its first answer';
const WANTED_OF_START = 2.5;
const CLOCK = join(ROOT, 'bench/support/processor-time.cjs');

const { rounds, save } = readNumbers({ rounds: 9 });
// Only a service with its own PostgreSQL makes the demo.
delete process.env.BENCH_DATABASE_URL;
const installation = await openInstallation({});
try {
  const report = await measureAll();
  const printed = JSON.stringify(report, null, 2);
  const file = join(ROOT, `bench/results/commands-${report.date.slice(0, 10)}.json`);
  if (save) await writeFile(file, `${printed}\n`);
  process.stdout.write(`${printed}\n`);
} finally {
  await installation.close();
}

async function measureAll() {
  const machine = describeHost();
  const seconds = Object.fromEntries(['nothing', ...Object.keys(WANTED), START].map((name) => [name, []]));
  for (let number = 0; number < rounds; number++) {
    seconds.nothing.push(await secondsOf(['-e', '0']));
    for (const command of Object.keys(WANTED))
      seconds[command].push(await secondsOf([join(ROOT, 'dist/cli.js'), ...command.split(' ')]));
    seconds[START].push(await secondsOfStart());
  }
  return {
    ...{
      date: new Date().toISOString(),
      commit: commitOf(ROOT),
      rounds,
      wanted: { ...WANTED, [START]: WANTED_OF_START },
      machine,
    },
    processor_seconds: Object.fromEntries(
      Object.entries(seconds).map(([name, all]) => [
        name,
        { median: round(median(all)), min: round(Math.min(...all)), max: round(Math.max(...all)) },
      ]),
    ),
    load_average_at_end: describeHost().load_average_at_start,
  };
}

async function secondsOf(args) {
  const stdio = ['ignore', 'ignore', 'inherit', 'pipe'];
  const child = spawn(process.execPath, ['--require', CLOCK, ...args], {
    env: { ...process.env, ...installation.env, LOG_LEVEL: 'warn' },
    stdio,
  });
  const [taken, [status]] = await Promise.all([text(child.stdio[3]), once(child, 'exit')]);
  if (status !== 0) throw new Error(`${args.join(' ')} ended with status ${status}.`);
  return Number(taken);
}

/** Starts a process beside the one that has the database, which is there already. */
async function secondsOfStart() {
  const { DATA_DIR: _taken, ...env } = installation.env;
  const { port, pid, stop } = await startServer({
    ...{ name: 'start', args: [join(ROOT, 'dist/main.js')], log: join(installation.folder, 'start.log') },
    env: { ...env, DATABASE_URL: installation.serviceUrl },
  });
  try {
    // The demo has this host. A list with a wrong key is refused by the same guard that lets others in.
    const target = { host: 'acme.localhost', key: 'wrong' };
    const { status } = await ask(port, target, { method: 'GET', path: '/api/external/v2/tickets' });
    if (status !== 401) throw new Error(`The first request was answered with ${status}.`);
    return (await ticksOf([pid])) / 100;
  } finally {
    await stop();
  }
}
