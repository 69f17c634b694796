// Finds tests that pass by chance: runs suites in random order, in three rounds beside two busy loops and in one round with the least
// right to the processors (`nice 19`). It prints what failed with the seed of the order, and runs nothing again.
// Usage: npm run -s test:steady [-- <suite>... [-- <argument of Jest>...]]; the suites are test, test:system and test:faults.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomInt } from 'node:crypto';
import { failedFiles, firstFailure } from './suites/merge.mjs';

const ROUNDS = [
  ...[1, 2, 3].map((round) => ({ round: `round ${round} beside two busy loops`, before: [], loops: 2 })),
  { round: 'a round under nice 19', before: ['nice', '-n', '19'], loops: 0 },
];
const BUSY = 'for (;;);';

const given = process.argv.slice(2);
const end = given.includes('--') ? given.indexOf('--') : given.length;
const suites = given.slice(0, end).length > 0 ? given.slice(0, end) : ['test', 'test:system', 'test:faults'];
const jestArgs = given.slice(end + 1);

const folder = mkdtempSync(join(tmpdir(), 'support-desk-steady-'));
/** What runs now: busy loops, and a suite. Each is a group of processes. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) endGroup(child);
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

const problems = [];
for (const { round, before, loops } of ROUNDS) {
  const busy = Array.from({ length: loops }, () => start(process.execPath, ['--eval', BUSY]));
  for (const suite of suites) await runSuite(suite, round, before);
  for (const child of busy) endGroup(child);
}
console.log(problems.length === 0 ? '\nSteady: nothing failed.' : `\n${problems.join('\n')}`);
process.exit(problems.length > 0 ? 1 : 0);

async function runSuite(suite, round, before) {
  // It is chosen here, so that each failure can name it.
  const seed = randomInt(2 ** 31);
  const results = join(folder, 'results.json');
  rmSync(results, { force: true });
  const command = [...before, 'npm', 'run', '-s', suite, '--', '--ci', '--randomize', `--seed=${seed}`];
  const [program, ...args] = [...command, '--json', `--outputFile=${results}`, ...jestArgs];
  console.log(`\n=== ${suite}, ${round}, --randomize --seed=${seed}`);
  const child = start(program, args, 'inherit');
  const [status] = await once(child, 'exit');
  running.delete(child);
  const { testResults } = existsSync(results)
    ? JSON.parse(readFileSync(results, 'utf8'))
    : { testResults: [] };
  const failed = new Set(failedFiles({ testResults }));
  for (const result of testResults.filter(({ name }) => failed.has(name))) {
    const { file, test, error } = firstFailure(result);
    problems.push(`FAILED ${file}, ${test}, ${error} (${suite}, ${round}, --randomize --seed=${seed})`);
  }
  if (status !== 0 && failed.size === 0)
    problems.push(
      `FAILED ${suite}, ${round}, --randomize --seed=${seed}: no file failed, the output says why.`,
    );
}

function start(program, args, stdio = 'ignore') {
  const child = spawn(program, args, { stdio: ['ignore', stdio, stdio], detached: true });
  running.add(child);
  return child;
}

/** Ends a program with what it has started. */
function endGroup(child) {
  running.delete(child);
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
