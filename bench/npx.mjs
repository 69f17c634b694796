// The package by npx: a first start with nothing kept, a second one without network, and a start of the clone, in turn.
//   npm run build && node bench/npx.mjs [--rounds 7] [--save]
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { packService } from '../scripts/packages/pack.mjs';
import { commitOf, describeHost } from './support/machine.mjs';
import { median, round } from './support/measure.mjs';
import { readNumbers } from './support/options.mjs';
import { ROOT } from './support/servers.mjs';

const WANTED = { first_seconds: 60, second_seconds: 6 };
const EPHEMERAL = ['--ephemeral', '--json'];
const TICKETS = '/api/external/v2/tickets';

const { rounds, save } = readNumbers({ rounds: 7 });
const folder = await mkdtemp(join(tmpdir(), 'support-desk-npx-'));
try {
  const report = await measureAll();
  const printed = JSON.stringify(report, null, 2);
  const file = join(ROOT, `bench/results/npx-${report.date.slice(0, 10)}.json`);
  if (save) await writeFile(file, `${printed}\n`);
  process.stdout.write(`${printed}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureAll() {
  const machine = { ...describeHost(), npm: execFileSync('npm', ['--version'], { encoding: 'utf8' }).trim() };
  const { path } = packService(folder);
  const all = [];
  for (let number = 1; number <= rounds; number++) {
    all.push(await measureOnce(path, join(folder, `${number}`)));
    process.stderr.write(`${JSON.stringify(all.at(-1))}\n`);
  }
  const of = (name) => summary(all.map((times) => times[name]));
  return {
    ...{ date: new Date().toISOString(), commit: commitOf(ROOT), rounds, wanted: WANTED, machine },
    ...{ first_seconds: of('first'), second_seconds: of('second'), clone_seconds: of('clone') },
    second_of_clone: summary(all.map(({ second, clone }) => second / clone)),
    load_average_at_end: describeHost().load_average_at_start,
  };
}

/** Each round has an empty cache of npm. */
async function measureOnce(tarball, cwd) {
  await mkdir(cwd);
  // npx treats the path of a tarball as a package only when it begins with a dot.
  const name = basename(tarball);
  await copyFile(tarball, join(cwd, name));
  const env = { ...process.env, npm_config_cache: join(cwd, 'cache') };
  const npx = (...options) => answers('npx', ['--yes', ...options, `./${name}`, ...EPHEMERAL], { cwd, env });
  try {
    return {
      first: await npx('--ignore-scripts'),
      second: await npx('--offline'),
      clone: await answers(process.execPath, [join(ROOT, 'dist/main.js'), ...EPHEMERAL], { cwd, env }),
    };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

/** Starts a program. @returns the seconds until it has answered a request */
async function answers(program, args, options) {
  const begun = performance.now();
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  assert.ok(value, `${basename(program)} ${args.join(' ')} did not start.`);
  const { url, key, pid } = JSON.parse(value);
  const answer = await fetch(`${url}${TICKETS}`, { headers: { 'X-Api-Key': key } });
  assert.equal((await answer.json()).pagination.total_records, 5);
  const seconds = (performance.now() - begun) / 1000;
  process.kill(pid);
  await ended;
  return seconds;
}

function summary(numbers) {
  const [middle, min, max] = [median(numbers), Math.min(...numbers), Math.max(...numbers)].map(round);
  return { median: middle, min, max };
}
